import type { ChatInput, ChatOffer, MessageReceived } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import type { AttemptFailure, BotNotice, FailureWords, Report } from "../../../machines/tells.ts";
import {
  asActorKey,
  asAgentId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
  asMessageId,
} from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { noDeadline } from "../deadlines.ts";
import type { Begun } from "../table.ts";

export const t0 = 1_000_000;
export const id = asChatId("12");
export const channelId = asChannelId("MOBILEAPP1");
export const client: ClientFacts = {
  senderId: "7",
  senderIdKind: "string",
  number: 3,
  name: null,
  phone: null,
  email: null,
  photo: null,
  description: null,
  url: null,
  pageTitle: null,
  userToken: null,
  session: null,
  chatsCount: 1,
  isBlacklisted: false,
  pageData: [],
};
export const input: ChatInput = { id, channelId, client, bot: null, surface: "api", nowMs: t0 };
export const kim: AgentSignature = { id: asAgentId(1), name: "Kim", photo: null };
export const lee: AgentSignature = { id: asAgentId(2), name: "Lee", photo: null };
const text = (words: string) => ({ type: "text", text: words, media: null }) as const;

export const received = (
  number: number,
  sender: MessageReceived["sender"] = { senderIdKind: "string" },
): MessageReceived => ({
  type: "message.received",
  nowMs: t0 + number,
  sender,
  message: { id: asMessageId(`in-${number}`), externalId: null, content: text(`question ${number}`) },
});
/** Ids for an event to the bot. */
export const botNotice = (name: string | number): BotNotice => ({
  eventId: asMessageId(`event-${name}`),
  deliveryId: asDeliveryId(`B${name}`),
  lineId: asMessageId(`line-${name}`),
});
export const accept = (agent: AgentSignature): ActorEvent => ({
  type: "chat.accept-requested",
  nowMs: t0 + 50,
  agent,
  notice: botNotice("accept"),
});
export const delivery = (number: number) => asDeliveryId(`D${number}`);
export const reply = (number: number, agent = kim): ActorEvent => ({
  type: "chat.reply-requested",
  nowMs: t0 + 100 + number,
  agent,
  message: { id: asMessageId(`out-${number}`), content: text(`answer ${number}`) },
  deliveryId: delivery(number),
});
export const close = (agent: AgentSignature): ActorEvent => ({ type: "chat.close-requested", nowMs: t0 + 900, agent });
const failure: AttemptFailure = { kind: "http_status", code: "http_status", message: "HTTP 503." };
export const endedBy = (number: number, isDelivered: boolean): ActorEvent => ({
  type: "delivery.ended",
  nowMs: t0 + 500,
  deliveryId: delivery(number),
  messageId: asMessageId(`out-${number}`),
  failure: isDelivered ? null : failure,
  message: { seq: number + 1, agentId: kim.id },
});

export const publish: Effect = { type: "effect.chat.publish" };
export const forgetTyping = noDeadline("typing-ends");
export const forgetAgentTyping = noDeadline("agent-typing-ends");
/** The effect of a step that emits a tell only in some contexts. */
export const nothing: Effect = { type: "effect.actor.tell", tells: [] };
/** The effect that makes an event for the owner's server. */
const report = (nowMs: number, report: Report): Effect => ({ type: "effect.report.make", nowMs, report });
export const reportTransferred = (nowMs: number, to: ChatOffer, agent = kim): Effect =>
  report(nowMs, { event: "chat_transferred", agentId: agent.id, to });
export const reportReopened = (nowMs: number, agent = lee): Effect =>
  report(nowMs, { event: "chat_reopened", agentId: agent.id });
export const reportRated = (nowMs: number, comment: string | null = null): Effect =>
  report(nowMs, { event: "chat_rated", rate: "negative", comment });
export const reportBotFailed = (nowMs: number, failure: FailureWords): Effect =>
  report(nowMs, { event: "bot_failed", failure });
export const reportAccepted = report(t0 + 50, { event: "chat_accepted", agentId: kim.id });
export const reportUpdated = (nowMs: number, agent = kim): Effect =>
  report(nowMs, { event: "chat_updated", agentId: agent.id });
export const reportFinished = report(t0 + 900, { event: "chat_finished", agentIds: [kim.id] });
export const stored = (seq: number, event: MessageReceived): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: event.message.id,
    from: "client",
    content: event.message.content,
    agentId: null,
    atMs: event.nowMs,
    externalId: null,
    deliveryId: null,
  },
});
export const storedReply = (seq: number, number: number): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: asMessageId(`out-${number}`),
    from: "agent",
    content: text(`answer ${number}`),
    agentId: kim.id,
    atMs: t0 + 100 + number,
    externalId: null,
    deliveryId: delivery(number),
  },
});
/** A delivery that waits after another one. If the type of the recipient's id is given, the delivery is the first in its lane. */
export const queuedTell = (seq: number, number: number, senderIdKind: "string" | "integer" | null = null) => ({
  to: asActorKey(`delivery/D${number}`),
  event: {
    type: "delivery.queued" as const,
    nowMs: t0 + 100 + number,
    id: delivery(number),
    chatId: id,
    channelId,
    messageSeq: seq,
    messageId: asMessageId(`out-${number}`),
    cargo: { kind: "message" as const, content: text(`answer ${number}`), sender: kim },
    isInFront: senderIdKind !== null,
    recipient: senderIdKind === null ? null : { senderId: "7", senderIdKind },
  },
});
export const openedTell = (number: number, nowMs: number, senderIdKind: "string" | "integer" = "string") => ({
  to: asActorKey(`delivery/D${number}`),
  event: { type: "delivery.opened" as const, nowMs, recipient: { senderId: "7", senderIdKind } },
});
export const refused = (message: string): Effect => ({ type: "effect.request.refuse", message });

export const waiting = [received(1)];
export const accepted = [...waiting, accept(kim)];
export const twoReplies = [...accepted, reply(1), reply(2)];
export const closed = [...accepted, close(kim)];

/** The chat with which every table of the chat's steps begins. */
export const chat: Begun = {
  actor: asActorKey("chat/12"),
  conversation: asConversationKey("client/MOBILEAPP1/7"),
  input,
};
