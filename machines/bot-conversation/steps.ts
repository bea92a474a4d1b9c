import { chatAddress } from "../addresses.ts";
import type {
  BotConversationContext,
  BotConversationEffect,
  BotConversationEvent,
  BotEnded,
  LaneEntry,
  ToldByBot,
} from "./bot-conversation.types.ts";
import type { AgentNoticeEvent, BotNotice, ClientMessageEvent } from "./bot-event.types.ts";
import { botLaneWaitingMax, cancelEntries, joinBotLane, openFront, queueForBot } from "./bot-lane.ts";

export const offerDeadline = "offer-ends";

const nothing: BotConversationEffect = { type: "effect.actor.tell", tells: [] };

const tellChat = ({ chatId }: BotConversationContext, event: ToldByBot) => ({ to: chatAddress(chatId), event });

export const isAgentAvailable = (event: BotConversationEvent): boolean => "agentsOnline" in event && event.agentsOnline;

export const wantsAgent = (event: BotConversationEvent): boolean => event.type === "client.wrote" && event.wantsAgent;

/** Kept for the end of the offer: a deadline brings no ids with it. */
export const keepOfferNotice = (event: BotConversationEvent): Partial<BotConversationContext> => ({
  offerNotice: broughtNotice(event),
});

/** A message has ids for itself, and others for what its wish for an agent may come to. */
function broughtNotice(event: BotConversationEvent): BotNotice | null {
  if (event.type === "client.wrote") return event.offerNotice;
  return "notice" in event ? event.notice : null;
}

export function joinWithMessage(
  context: BotConversationContext,
  event: BotConversationEvent,
): Partial<BotConversationContext> {
  if (event.type !== "client.wrote") return {};
  return joinBotLane(context, { deliveryId: event.notice.deliveryId, event: "CLIENT_MESSAGE" });
}

/** CLIENT_MESSAGE. Source: BOT-10 to BOT-13. */
export function queueMessage(context: BotConversationContext, event: BotConversationEvent): BotConversationEffect {
  if (event.type !== "client.wrote") return nothing;
  const { sender, agentsOnline, text, buttonId, nowMs } = event;
  const { chatId, clientNumber } = context;
  const told: ClientMessageEvent = {
    event: "CLIENT_MESSAGE",
    chatId,
    clientNumber,
    sender,
    agentsOnline,
    text,
    buttonId,
    atMs: nowMs,
  };
  return { type: "effect.actor.tell", tells: [queueForBot(context, told, event)] };
}

/** The agents may accept the chat. Source: BOT-43. */
export const offer = (context: BotConversationContext, { nowMs }: BotConversationEvent): BotConversationEffect => ({
  type: "effect.actor.tell",
  tells: [tellChat(context, { type: "bot.offered", nowMs })],
});

/** The event's ids, or those kept since the offer began. */
function noticeOf(context: BotConversationContext, event: BotConversationEvent): BotNotice {
  const notice = broughtNotice(event) ?? context.offerNotice;
  if (notice === null) throw new Error(`Expected ids for an event to the bot of chat ${context.chatId}, got none`);
  return notice;
}

/** AGENT_JOINED once an agent has the chat, else AGENT_UNAVAILABLE. */
export function joinWithNotice(
  context: BotConversationContext,
  event: BotConversationEvent,
): Partial<BotConversationContext> {
  const { deliveryId } = noticeOf(context, event);
  const isJoined = event.type === "agent.accepted" || event.type === "chat.reopened";
  const told = isJoined ? "AGENT_JOINED" : "AGENT_UNAVAILABLE";
  return joinBotLane(context, { deliveryId, event: told });
}

/** AGENT_UNAVAILABLE; the chat is told that it is unstaffed. Source: BOT-15, BOT-45. */
export function queueUnavailable(context: BotConversationContext, event: BotConversationEvent): BotConversationEffect {
  const notice = noticeOf(context, event);
  const { nowMs } = event;
  const told = noticeEvent(context, "AGENT_UNAVAILABLE");
  return {
    type: "effect.actor.tell",
    tells: [
      tellChat(context, { type: "bot.unstaffed", nowMs, notice }),
      queueForBot(context, told, { notice, nowMs, messageSeq: 0 }),
    ],
  };
}

/** AGENT_JOINED: one hand-over, one notice. Source: BOT-15, BOT-44. */
export function queueJoined(context: BotConversationContext, event: BotConversationEvent): BotConversationEffect {
  if (event.type !== "agent.accepted") return nothing;
  return { type: "effect.actor.tell", tells: [queueForBot(context, noticeEvent(context, "AGENT_JOINED"), event)] };
}

/** The same when the agent is the first in a chat that was closed: the chat names it in a line. */
export function queueReopened(context: BotConversationContext, event: BotConversationEvent): BotConversationEffect {
  if (event.type !== "chat.reopened") return nothing;
  const { nowMs, notice } = event;
  return {
    type: "effect.actor.tell",
    tells: [
      tellChat(context, { type: "bot.notified", nowMs, notice }),
      queueForBot(context, noticeEvent(context, "AGENT_JOINED"), { notice, nowMs, messageSeq: 0 }),
    ],
  };
}

const noticeEvent = (
  { chatId, clientNumber }: BotConversationContext,
  event: AgentNoticeEvent["event"],
): AgentNoticeEvent => ({ event, chatId, clientNumber });

/** What the bot said, for the chat. Source: BOT-34. */
export function reply(
  context: BotConversationContext,
  event: BotConversationEvent,
  isShown: boolean,
): BotConversationEffect {
  if (event.type !== "bot.message-posted") return nothing;
  const { nowMs, message, outward, sender, deliveryId, lineId } = event;
  const replied = { type: "bot.replied", nowMs, message, outward, sender, deliveryId, lineId, isShown } as const;
  return { type: "effect.actor.tell", tells: [tellChat(context, replied)] };
}

/** Opens the event that moved to the front of the lane. */
export const openNext = (context: BotConversationContext, { nowMs }: BotConversationEvent): BotConversationEffect => ({
  type: "effect.actor.tell",
  tells: openFront(context, nowMs),
});

/** What waits for the bot is not sent any more; the event in front goes on. */
export const cancelWaiting = (
  { lane }: BotConversationContext,
  { nowMs }: BotConversationEvent,
): BotConversationEffect => ({ type: "effect.actor.tell", tells: cancelEntries(lane.waiting, nowMs) });

/** The chat goes on without the bot, and nothing more is sent to it. Source: BOT-08, BOT-22. */
export function endWithBot(context: BotConversationContext, event: BotConversationEvent): BotConversationEffect {
  const { active, waiting } = context.lane;
  const left: readonly LaneEntry[] =
    active === null || event.type === "delivery.ended" ? waiting : [active, ...waiting];
  return {
    type: "effect.actor.tell",
    tells: [tellChat(context, endOf(event)), ...cancelEntries(left, event.nowMs)],
  };
}

function endOf(event: BotConversationEvent): BotEnded {
  const { nowMs } = event;
  const type = "bot.ended";
  switch (event.type) {
    case "delivery.ended": {
      const why = event.failure?.message ?? "it did not take what the client wrote.";
      return { type, nowMs, lineId: event.messageId, reason: `The bot failed: ${why}` };
    }
    case "bot.disconnected":
      return { type, nowMs, lineId: event.lineId, reason: event.reason };
    case "client.wrote": {
      const reason = `The bot failed: ${botLaneWaitingMax} events wait for it.`;
      return { type, nowMs, lineId: event.notice.lineId, reason };
    }
    default:
      throw new Error(`Expected an event that ends the bot's part, got ${event.type}`);
  }
}
