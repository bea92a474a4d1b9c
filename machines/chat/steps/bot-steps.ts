import type { BotEnded, BotNotified, BotReplied, BotUnstaffed } from "../../bot-conversation/bot-conversation.types.ts";
import type { BotNotice } from "../../bot-conversation/bot-event.types.ts";
import { given } from "../../given.ts";
import type { Steps } from "../../wire.ts";
import type { AcceptRequested, ChatContext, ChatEffect, ChatEvent } from "../chat.types.ts";
import { joinLane, queueTell } from "../lane.ts";
import type { ChatMessage } from "../message.types.ts";
import type { BotPostRefused } from "../outer-events.types.ts";
import { storedAs, storedLine } from "../stored-message.ts";
import { withLine, withSaid, withWaiting } from "../visit.ts";

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
