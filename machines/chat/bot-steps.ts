import { botAddress } from "../addresses.ts";
import type { ClientWrote } from "../bot-conversation/bot-conversation.types.ts";
import type { BotNotice } from "../bot-conversation/bot-event.types.ts";
import { textForBot } from "../bot-conversation/client-text.ts";
import type { MessageId } from "../ids.ts";
import type { ChatContext, ChatEffect, ChatEvent, ClickRequested, MessageReceived } from "./chat.types.ts";
import { joinLane, laneWaitingMax, queueTell } from "./lane.ts";
import type { ChatMessage, MessageButton } from "./message.types.ts";
import { storedAs, storedLine } from "./stored-message.ts";
import { nothing } from "./typing.ts";
import { withLine, withSaid, withWaiting } from "./visit.ts";

type FromClient = MessageReceived | ClickRequested;

const isFromClient = (event: ChatEvent): event is FromClient =>
  event.type === "message.received" || event.type === "button.click-requested";

/** The button a click means, while it may be clicked. Source: BOT-42. */
export function clickedButton({ buttons }: ChatContext, event: ChatEvent): MessageButton | undefined {
  if (event.type !== "button.click-requested" || buttons?.messageSeq !== event.messageSeq) return undefined;
  return buttons.buttons[event.index];
}

/** The call that began the chat is over, and nobody took the chat: from this message on it is the bot's. Source: BOT-01. */
export const meetsBot = ({ bot, visit: { call } }: ChatContext, event: ChatEvent): boolean =>
  bot === "awaited" &&
  event.type === "message.received" &&
  event.bot !== undefined &&
  (call?.status === "end" || call?.status === "error");

/** The message that was just numbered is the first that the bot hears of the chat: only an invitation stands before it, or a call. */
const isFirst = ({ bot, lastSeq }: ChatContext, event: FromClient): boolean =>
  event.type === "message.received" && (bot === "awaited" || lastSeq === (event.invitation === undefined ? 1 : 2));

/** The client's message goes to the bot, unless it asks for an agent in a chat the bot knows. Source: BOT-02, BOT-10, BOT-46. */
const isForBot = (context: ChatContext, event: FromClient): boolean =>
  event.bot !== undefined && (!event.bot.wantsAgent || isFirst(context, event));

/** What the client wrote, or clicked, as it is stored. */
export function storedFromClient(context: ChatContext, event: ChatEvent, isToldToBot: boolean): ChatEffect {
  if (!isFromClient(event)) return nothing;
  const botDeliveryId = isToldToBot && isForBot(context, event) ? event.bot?.notice.deliveryId : undefined;
  const told = botDeliveryId === undefined ? {} : { botDeliveryId };
  if (event.type === "message.received") {
    const { id, externalId, content } = event.message;
    const stored = storedAs(context, event, { id, from: "client", content, externalId, ...told });
    return event.file === undefined ? stored : { ...stored, file: event.file };
  }
  const button = clickedButton(context, event);
  if (button === undefined) return nothing;
  const content = { type: "text", text: button.text, media: null } as const;
  const buttonId = button.id === null ? {} : { buttonId: button.id };
  const { messageId: id, externalId } = event;
  return storedAs(context, event, { id, from: "client", content, externalId, ...buttonId, ...told });
}

/** Tells the bot conversation what the client wrote. Without a bot on the channel any more, that the bot is gone. */
export function tellWritten(context: ChatContext, event: ChatEvent): ChatEffect {
  if (!isFromClient(event)) return nothing;
  const { bot, nowMs } = event;
  const to = botAddress(context.id);
  if (bot === undefined) {
    const lineId = lineBeside(event.type === "message.received" ? event.message.id : event.messageId);
    const told = { type: "bot.disconnected", nowMs, reason: disconnected, lineId } as const;
    return { type: "effect.actor.tell", tells: [{ to, event: told }] };
  }
  const { id: chatId, channelId, client, lastSeq } = context;
  const button = clickedButton(context, event);
  const hasContacts = client.phone !== null || client.email !== null;
  const wrote: ClientWrote = {
    type: "client.wrote",
    nowMs,
    chatId,
    channelId,
    clientNumber: client.number,
    messageSeq: lastSeq,
    sender: { name: client.name, url: client.url, hasContacts },
    text: event.type === "message.received" ? textForBot(event.message.content) : (button?.text ?? ""),
    buttonId: button?.id ?? null,
    ...bot,
  };
  return { type: "effect.actor.tell", tells: [{ to, event: wrote }] };
}

/** Of a line that comes with a message which brings no id for it: unlike the message's own, and never sent to anybody. */
const lineBeside = (id: MessageId): MessageId => `${id}/line` as MessageId;

const disconnected = "The bot was disconnected from the channel.";

/** AGENT_JOINED is the bot conversation's to send. Source: BOT-44. */
export function tellAccepted(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.accept-requested") return nothing;
  const { nowMs, notice } = event;
  const accepted = { type: "agent.accepted", nowMs, notice, messageSeq: context.lastSeq } as const;
  return { type: "effect.actor.tell", tells: [{ to: botAddress(context.id), event: accepted }] };
}

/** An offer begins that the bot is part of. Source: BOT-45. */
export function tellTransferred(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.transfer-requested") return nothing;
  const { nowMs, notice, acceptTimeoutMs } = event;
  const transferred = { type: "chat.transferred", nowMs, notice, acceptTimeoutMs } as const;
  return { type: "effect.actor.tell", tells: [{ to: botAddress(context.id), event: transferred }] };
}

/** Before the bot counts as gone. */
export const tellClosed = (context: ChatContext, { nowMs }: ChatEvent): ChatEffect =>
  context.bot === "connected"
    ? { type: "effect.actor.tell", tells: [{ to: botAddress(context.id), event: { type: "chat.closed", nowMs } }] }
    : nothing;

/** Source: DEL-08: nobody is left to receive what the bot says. */
export function tellChannelClosed(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "channel.closed" || context.bot !== "connected") return nothing;
  const { nowMs, failure, lineId } = event;
  const told = { type: "bot.disconnected", nowMs, reason: failure.message, lineId } as const;
  return { type: "effect.actor.tell", tells: [{ to: botAddress(context.id), event: told }] };
}

/** A line for the agents on what became of the bot. */
export function storedBotLine(context: ChatContext, event: ChatEvent): ChatEffect {
  switch (event.type) {
    case "bot.ended":
      return storedLine(context, event, event.lineId, event.reason);
    case "bot.unstaffed":
      return noticeLine(context, event, event.notice, "No agent was available; the bot is told so.");
    case "chat.accept-requested":
      return noticeLine(context, event, event.notice, `${event.agent.name} took the chat; the bot is told so.`);
    case "bot.notified":
      return noticeLine(context, event, event.notice, "The bot is told that an agent has the chat.");
    case "bot.replied":
      return storedLine(context, event, event.lineId, notShown);
    default:
      throw new Error(`Expected an event that says something of the bot, got ${event.type}`);
  }
}

/** Source: BOT-39. */
const notShown =
  "The bot's message was not sent to the client: this channel shows plain text only, and the message has none to fall back on.";

const noticeLine = (
  context: ChatContext,
  event: ChatEvent,
  { lineId, deliveryId }: BotNotice,
  text: string,
): ChatEffect => storedLine(context, event, lineId, text, deliveryId);

/** What of the bot's message is sent to the client, and whether there is room for it. Source: BOT-34, BOT-38. */
export const isBotMessageShown = (event: ChatEvent): boolean => event.type === "bot.replied" && event.isShown;
export const isBotMessageSent = ({ visit }: ChatContext, event: ChatEvent): boolean =>
  visit.surface === "api" && event.type === "bot.replied" && event.isShown && event.outward !== null;
export const hasRoomForReply = ({ lane }: ChatContext): boolean => lane.waiting.length < laneWaitingMax;

/** The context after a message of the bot: numbered, in the lane when it is sent, its buttons alive when it is shown. */
export function takeBotMessage(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "bot.replied") return {};
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

/** The bot has the chat: what it shows the client is the answer to all before. What the client does not get is none. Source: BOT-39. */
export function noteAnswered(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  const { visit } = context;
  const isGot = visit.surface === "widget" ? isBotMessageShown(event) : isBotMessageSent(context, event);
  return isGot ? { visit: withWaiting(visit, null) } : {};
}

/** From now on the client waits for a person, also when the bot had answered all. */
export const awaitPerson = ({ visit }: ChatContext, { nowMs }: ChatEvent): Partial<ChatContext> => ({
  visit: withWaiting(visit, visit.waitingSinceMs ?? nowMs),
});

export function storedBotMessage(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "bot.replied") return nothing;
  const { id, content } = event.message;
  const message: Pick<ChatMessage, "id" | "from" | "content"> = { id, from: "bot", content };
  if (!event.isShown) return storedAs(context, event, { ...message, isHidden: true });
  return storedAs(context, event, {
    ...message,
    deliveryId: isBotMessageSent(context, event) ? event.deliveryId : null,
  });
}

/** Creates the delivery to the customer system. Source: CH-39, BOT-24. */
export function queueBotMessage(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "bot.replied" || event.outward === null) return nothing;
  const { deliveryId: id, sender, outward: content, nowMs, message } = event;
  const cargo = { kind: "message", content, sender } as const;
  return { type: "effect.actor.tell", tells: [queueTell(context, { id, nowMs, messageId: message.id, cargo })] };
}
