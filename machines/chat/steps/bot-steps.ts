import type { BotConversationEvent } from "../../bot-conversation/bot-conversation.types.ts";
import { given, nothing } from "../../effects.ts";
import type { MessageId } from "../../ids.ts";
import type { BotEnded, BotNotice, BotNotified, BotReplied, BotUnstaffed, ClientWrote } from "../../tells.ts";
import { botAddress } from "../../tells.ts";
import type { Steps } from "../../wire.ts";
import { storedAs, storedLine, withLine, withSaid, withWaiting } from "../changes.ts";
import type {
  AcceptRequested,
  BotPostRefused,
  ChannelClosed,
  ChatContext,
  ChatEffect,
  ChatEvent,
  TransferRequested,
} from "../chat.types.ts";
import type { ChatMessage, MessageContent } from "../message.types.ts";
import type { FromClient } from "./client-steps.ts";
import { clickedButton } from "./client-steps.ts";
import { joinLane, queueTell } from "./lane-steps.ts";

type SaidOfBot = BotEnded | BotUnstaffed | AcceptRequested | BotNotified | BotReplied | BotPostRefused;

/** A line for the agents about the bot. */
function storeBotLine(context: ChatContext, event: SaidOfBot): ChatEffect {
  switch (event.type) {
    case "bot.ended":
    case "bot.post-refused":
      return storedLine(context, event, event.lineId, event.reason);
    case "bot.unstaffed":
      return noticeLine(context, event, "No agent was available; the bot is notified.");
    case "chat.accept-requested":
      return noticeLine(context, event, `${event.agent.name} took the chat; the bot is notified.`);
    case "bot.notified":
      return noticeLine(context, event, "The bot is notified that an agent has the chat.");
    case "bot.replied":
      return storedLine(context, event, event.lineId, notShown);
  }
}

/** Source: BOT-39. */
const notShown =
  "The bot's message was not sent to the client: this channel shows plain text only, and the message has none to fall back on.";

interface Noticed {
  readonly nowMs: number;
  readonly notice: BotNotice;
}

const noticeLine = (context: ChatContext, event: Noticed, text: string): ChatEffect =>
  storedLine(context, event, event.notice.lineId, text, event.notice.deliveryId);

/** Whether the bot's message is sent to the client. Source: BOT-34, BOT-38. */
const isBotMessageSent = ({ visit }: ChatContext, { isShown, outward }: BotReplied): boolean =>
  visit.surface === "api" && isShown && outward !== null;

/** The context after a message of the bot: numbered, in the lane when it is sent, its buttons live when it is shown. */
function takeBotMessage(context: ChatContext, event: BotReplied): Partial<ChatContext> {
  const messageSeq = context.lastSeq + 1;
  const { buttons } = event.message.content;
  const { visit } = context;
  return {
    lastSeq: messageSeq,
    visit: event.isShown ? withSaid(visit, visit.waitingSinceMs) : withLine(visit),
    updatedAtMs: event.nowMs,
    ...(isBotMessageSent(context, event) && { lane: joinLane(context.lane, event.deliveryId) }),
    ...(event.isShown && buttons !== undefined && { buttons: { messageSeq, buttons } }),
  };
}

/**
 * The bot has the chat: a message that the client sees answers all earlier ones. A message that the client does not get is no answer.
 * Source: BOT-39.
 */
function noteAnswered(context: ChatContext, event: BotReplied): Partial<ChatContext> {
  const { visit } = context;
  const isGot = visit.surface === "widget" ? event.isShown : isBotMessageSent(context, event);
  return isGot ? { visit: withWaiting(visit, null) } : {};
}

function storeBotMessage(context: ChatContext, event: BotReplied): ChatEffect {
  const { id, content } = event.message;
  const message: Pick<ChatMessage, "id" | "from" | "content"> = { id, from: "bot", content };
  if (!event.isShown) return storedAs(context, event, { ...message, isHidden: true });
  return storedAs(context, event, {
    ...message,
    deliveryId: isBotMessageSent(context, event) ? event.deliveryId : null,
  });
}

/** Creates the delivery to the customer system. Source: CH-39, BOT-24. */
function queueBotMessage(context: ChatContext, event: BotReplied): ChatEffect {
  const { deliveryId: id, sender, nowMs, message } = event;
  const content = given(event.outward, "what the channel can show of the bot's message");
  const cargo = { kind: "message", content, sender } as const;
  return { type: "effect.actor.tell", tells: [queueTell(context, { id, nowMs, messageId: message.id, cargo })] };
}

/** Messages of the bot, and their effects. */
export const botSteps = {
  guards: {
    hasBot: ({ bot }) => bot === "connected",
    /** Hidden, or shown by the widget, which needs no delivery. */
    isBotMessageKept: ({ visit }, { isShown }: BotReplied) => visit.surface === "widget" || !isShown,
    isBotMessageNotSent: (context, event: BotReplied) => !isBotMessageSent(context, event),
  },
  assigns: {
    takeBotMessage,
    noteAnswered,
    /** From now on the client waits for a person, also when the bot had answered everything. */
    awaitPerson: ({ visit }, { nowMs }: ChatEvent) => ({ visit: withWaiting(visit, visit.waitingSinceMs ?? nowMs) }),
    goWithoutBot: { bot: null },
    leaveBot: ({ bot }) => ({ bot: bot === null || bot === "awaited" ? null : "left" }),
  },
  emits: { storeBotLine, storeBotMessage, queueBotMessage },
} satisfies Steps<ChatContext, ChatEffect>;

type ToBot = Extract<
  BotConversationEvent,
  {
    readonly type: "client.wrote" | "agent.accepted" | "chat.transferred" | "chat.closed" | "bot.disconnected";
  }
>;

const tell = ({ id }: ChatContext, event: ToBot): ChatEffect => ({
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

/** A client's message as text for the bot: surface B has no media type. Source: BOT-14. */
function textForBot({ type, text, media }: MessageContent): string {
  if (type === "location") return joined(text, `${media?.latitude},${media?.longitude}`);
  return joined(text, media?.file ?? "");
}

const joined = (comment: string, place: string): string =>
  comment === "" || place === "" ? comment + place : `${comment}\n${place}`;
