import { botAddress } from "../../addresses.ts";
import type { BotConversationEvent, ClientWrote } from "../../bot-conversation/bot-conversation.types.ts";
import { textForBot } from "../../bot-conversation/client-text.ts";
import { nothing } from "../../effects.ts";
import type { MessageId } from "../../ids.ts";
import type { Steps } from "../../wire.ts";
import type { AcceptRequested, ChatContext, ChatEffect, ChatEvent, TransferRequested } from "../chat.types.ts";
import type { ChannelClosed } from "../surroundings.types.ts";
import type { FromClient } from "./client-steps.ts";
import { clickedButton } from "./client-steps.ts";

type Told = Extract<
  BotConversationEvent,
  {
    readonly type: "client.wrote" | "agent.accepted" | "chat.transferred" | "chat.closed" | "bot.disconnected";
  }
>;

const tell = ({ id }: ChatContext, event: Told): ChatEffect => ({
  type: "effect.actor.tell",
  tells: [{ to: botAddress(id), event }],
});

/** Tells the bot conversation what the client wrote. Without a bot on the channel any more, that the bot is gone. */
function tellWritten(context: ChatContext, event: FromClient): ChatEffect {
  const { bot, nowMs } = event;
  if (bot === undefined) {
    const lineId = lineBeside(event.type === "message.received" ? event.message.id : event.messageId);
    return tell(context, { type: "bot.disconnected", nowMs, reason: disconnected, lineId });
  }
  const { id: chatId, channelId, client, lastSeq } = context;
  const wrote: ClientWrote = {
    type: "client.wrote",
    nowMs,
    chatId,
    channelId,
    clientNumber: client.number,
    messageSeq: lastSeq,
    sender: { name: client.name, url: client.url, hasContacts: client.phone !== null || client.email !== null },
    ...wordsOf(context, event),
    ...bot,
  };
  return tell(context, wrote);
}

function wordsOf(context: ChatContext, event: FromClient): Pick<ClientWrote, "text" | "buttonId"> {
  if (event.type === "message.received") return { text: textForBot(event.message.content), buttonId: null };
  const { text, id: buttonId } = clickedButton(context, event);
  return { text, buttonId };
}

/** Of a line that comes with a message which brings no id for it: unlike the message's own, and never sent to anybody. */
const lineBeside = (id: MessageId): MessageId => `${id}/line` as MessageId;

const disconnected = "The bot was disconnected from the channel.";

/** AGENT_JOINED is the bot conversation's to send. Source: BOT-44. */
const tellAccepted = (context: ChatContext, { nowMs, notice }: AcceptRequested): ChatEffect =>
  tell(context, { type: "agent.accepted", nowMs, notice, messageSeq: context.lastSeq });

/** An offer begins that the bot is part of. Source: BOT-45. */
const tellTransferred = (context: ChatContext, { nowMs, notice, acceptTimeoutMs }: TransferRequested): ChatEffect =>
  tell(context, { type: "chat.transferred", nowMs, notice, acceptTimeoutMs });

/** Before the bot counts as gone. */
const tellClosed = (context: ChatContext, { nowMs }: ChatEvent): ChatEffect =>
  context.bot === "connected" ? tell(context, { type: "chat.closed", nowMs }) : nothing;

/** Source: DEL-08: nobody is left to receive what the bot says. */
const tellChannelClosed = (context: ChatContext, { nowMs, failure, lineId }: ChannelClosed): ChatEffect =>
  context.bot === "connected"
    ? tell(context, { type: "bot.disconnected", nowMs, reason: failure.message, lineId })
    : nothing;

/** What the bot conversation is told. */
export const botTellSteps = {
  emits: { tellWritten, tellAccepted, tellTransferred, tellClosed, tellChannelClosed },
} satisfies Steps<ChatContext, ChatEffect>;
