import type {
  BotConversationContext,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ClientWrote } from "../../../machines/tells.ts";
import { asAgentId, asChannelId, asChatId, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";

const t0 = 1_000_000;
const acceptTimeoutMs = 60_000;
const channelId = asChannelId("MOBILEAPP1");

/** Everything that can happen to a bot conversation, once for each outcome of each guard. */
export const happenings = [
  "client writes",
  "client asks, agent available",
  "client asks, no agent",
  "bot writes",
  "bot writes with an id",
  "bot writes with the id again, 10 s later",
  "bot invites, agent available",
  "bot invites, no agent",
  "bot invites with an id, no agent",
  "administrator transfers",
  "offer is over",
  "another deadline",
  "agent accepts",
  "event in front taken",
  "event in front failed",
  "another event failed",
  "bot disconnected",
  "chat closed",
  "chat reopened",
] as const;
export type HappeningName = (typeof happenings)[number];

const about = { chatId: asChatId("12"), channelId, clientNumber: 3 };
const chatAbout = {
  sender: { name: null, url: null, hasContacts: false },
  text: "Hello?",
  buttonId: null,
  messageSeq: 1,
};
const failure = { kind: "timeout", code: "timeout", message: "No answer within 3 s." } as const;

/** `number` makes the ids of each event different from the ids of all other events. */
export function toBotEvent(
  name: HappeningName,
  number: number,
  { lane }: Pick<BotConversationContext, "lane">,
): BotConversationEvent {
  const notice = noticeOf(number);
  const lineId = asMessageId(`line-${number}`);
  const nowMs = t0;
  const front = lane.active?.deliveryId ?? asDeliveryId("nobody");
  const offered = { nowMs, notice, acceptTimeoutMs };
  switch (name) {
    case "client writes":
      return clientWrote(number, false, true);
    case "client asks, agent available":
      return clientWrote(number, true, true);
    case "client asks, no agent":
      return clientWrote(number, true, false);
    case "bot writes":
      return botWrote(number, null, t0);
    case "bot writes with an id":
      return botWrote(number, "p1", t0);
    case "bot writes with the id again, 10 s later":
      return botWrote(number, "p1", t0 + 10_000);
    case "bot invites, agent available":
      return { type: "bot.invitation-posted", ...offered, posted: null, agentsOnline: true };
    case "bot invites, no agent":
      return { type: "bot.invitation-posted", ...offered, posted: null, agentsOnline: false };
    case "bot invites with an id, no agent":
      return { type: "bot.invitation-posted", ...offered, posted: { id: "p2", fingerprint: "f" }, agentsOnline: false };
    case "administrator transfers":
      return { type: "chat.transferred", ...offered };
    case "offer is over":
      return { type: "deadline.reached", id: "offer-ends", atMs: nowMs, nowMs, restarted: false };
    case "another deadline":
      return { type: "deadline.reached", id: "another", atMs: nowMs, nowMs, restarted: false };
    case "agent accepts":
      return { type: "agent.accepted", nowMs, messageSeq: 1, notice };
    case "event in front taken":
      return { type: "delivery.ended", nowMs, deliveryId: front, messageId: lineId, failure: null };
    case "event in front failed":
      return { type: "delivery.ended", nowMs, deliveryId: front, messageId: lineId, failure };
    case "another event failed":
      return { type: "delivery.ended", nowMs, deliveryId: asDeliveryId("other"), messageId: lineId, failure };
    case "bot disconnected":
      return { type: "bot.disconnected", nowMs, reason: "It was disconnected.", lineId };
    case "chat closed":
      return { type: "chat.closed", nowMs };
    case "chat reopened":
      return { type: "chat.reopened", nowMs, notice };
  }
}

const noticeOf = (number: number | string) => ({
  eventId: asMessageId(`event-${number}`),
  deliveryId: asDeliveryId(`B${number}`),
  lineId: asMessageId(`line-${number}`),
});

export const clientWrote = (number: number, wantsAgent: boolean, agentsOnline: boolean): ClientWrote => ({
  type: "client.wrote",
  nowMs: t0,
  ...about,
  ...chatAbout,
  providerId: "acme-bots",
  agentsOnline,
  wantsAgent,
  acceptTimeoutMs,
  notice: noticeOf(number),
  offerNotice: wantsAgent ? noticeOf(`${number}-offer`) : null,
});

const botWrote = (number: number, id: string | null, nowMs: number): BotConversationEvent => ({
  type: "bot.message-posted",
  nowMs,
  posted: id === null ? null : { id, fingerprint: "f" },
  message: { id: asMessageId(`said-${number}`), content: { type: "text", text: "Hello.", media: null } },
  outward: { type: "text", text: "Hello.", media: null },
  sender: { id: asAgentId(0), name: "Helper", photo: null },
  deliveryId: asDeliveryId(`C${number}`),
  lineId: asMessageId(`line-${number}`),
});
