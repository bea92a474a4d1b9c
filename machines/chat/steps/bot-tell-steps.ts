import { botAddress } from "../../addresses.ts";
import type { BotConversationEvent, ClientWrote } from "../../bot-conversation/bot-conversation.types.ts";
import { textForBot } from "../../bot-conversation/client-text.ts";
import { nothing } from "../../effects.ts";
import type { MessageId } from "../../ids.ts";
import type { Steps } from "../../wire.ts";
import type { AcceptRequested, ChatContext, ChatEffect, ChatEvent, TransferRequested } from "../chat.types.ts";
import type { ChannelClosed } from "../outer-events.types.ts";
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

/** Tells the bot conversation the client's message. When the channel has no bot any more, tells it that the bot is gone. */
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

/** The id of a line beside a message that has no id for it: it differs from the message's own, and is never sent to anybody. */
const lineBeside = (id: MessageId): MessageId => `${id}/line` as MessageId;

const disconnected = "The bot was disconnected from the channel.";

/** The bot conversation sends AGENT_JOINED. Source: BOT-44. */
const tellAccepted = (context: ChatContext, { nowMs, notice }: AcceptRequested): ChatEffect =>
  tell(context, { type: "agent.accepted", nowMs, notice, messageSeq: context.lastSeq });

/** An offer begins in which the bot takes part. Source: BOT-45. */
const tellTransferred = (context: ChatContext, { nowMs, notice, acceptTimeoutMs }: TransferRequested): ChatEffect =>
  tell(context, { type: "chat.transferred", nowMs, notice, acceptTimeoutMs });

/** Runs before the bot counts as gone. */
const tellClosed = (context: ChatContext, { nowMs }: ChatEvent): ChatEffect =>
  context.bot === "connected" ? tell(context, { type: "chat.closed", nowMs }) : nothing;

/** Source: DEL-08: nobody can receive the bot's messages any more. */
const tellChannelClosed = (context: ChatContext, { nowMs, failure, lineId }: ChannelClosed): ChatEffect =>
  context.bot === "connected"
    ? tell(context, { type: "bot.disconnected", nowMs, reason: failure.message, lineId })
    : nothing;

/** Tells to the bot conversation. */
export const botTellSteps = {
  emits: { tellWritten, tellAccepted, tellTransferred, tellClosed, tellChannelClosed },
} satisfies Steps<ChatContext, ChatEffect>;
