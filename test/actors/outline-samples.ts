import type { BotSituation } from "../../machines/chat/chat.types.ts";
import type { MessageContent } from "../../machines/chat/message.types.ts";
import type { AttemptFailure } from "../../machines/tells.ts";
import { asAgentId, asCallId, asChannelId, asChatId, asDeliveryId, asMessageId } from "../../src/core/ids.ts";
import { blankClient } from "../../src/domain/client/client-record.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import { newBotNotice } from "../../src/domain/new-ids.ts";
import { profile, settings, webhooks } from "./world.ts";

/** Part of every text and name of people, every secret and every answer from outside. */
export const words = '§ näive "words"\n';
const nowMs = 1;
const agentId = asAgentId(7);
const agent = { id: agentId, name: words, photo: words };
const chatId = asChatId("17");
const channelId = asChannelId("MOBILEAPP1");
const deliveryId = asDeliveryId("01J0000000000000000000000B");
const messageId = asMessageId("m-1");
const callId = asCallId("c-1");
const lineId = messageId;
const notice = newBotNotice(nowMs);
const text = { type: "text", text: words, media: null } as const;
const photo: MessageContent = { type: "photo", text: words, media: { file: words, file_name: words, file_size: 9 } };
const sender = { senderIdKind: "string", name: words, phone: words, email: words, url: words } as const;
const client = { ...blankClient(words, "string", 7), name: words, phone: words, userToken: words };
const bot: BotSituation = {
  providerId: "p",
  agentsOnline: true,
  wantsAgent: false,
  acceptTimeoutMs: 9,
  notice,
  offerNotice: null,
};
const trace = { address: words, answer: words, note: words };
const timedOut: AttemptFailure = { kind: "timeout", code: "timeout", message: words };
const refused: AttemptFailure = { kind: "error_answer", code: "E-17", message: words };
const chatty: AttemptFailure = { kind: "error_answer", code: words, message: words };
const rung = { id: agentId, name: words, phone: words };
const call = {
  id: callId,
  type: "callback",
  phone: words,
  status: "error",
  agentId,
  reason: words,
  recordUrl: words,
} as const;
const began = { nowMs, id: callId, callType: "incoming", phone: words, rung, chosenId: null, failure: words } as const;
const body = { head: words, tail: words, messagesUpTo: 3 };
const cargo = { kind: "message", content: text, sender: agent } as const;
const message = { id: messageId, externalId: words, content: photo };

type EventOf<Type extends ActorEvent["type"]> = Omit<Extract<ActorEvent, { readonly type: Type }>, "type">;
type EffectOf<Type extends Effect["type"]> = Omit<Extract<Effect, { readonly type: Type }>, "type">;
type Fields = Readonly<Record<string, string | number | boolean>>;

/** Every type of event, and the fields of it that are kept. */
export const events: { readonly [Type in ActorEvent["type"]]: readonly [event: EventOf<Type>, kept: Fields] } = {
  "agent.accepted": [{ nowMs, messageSeq: 4, notice }, { messageSeq: 4 }],
  "agent.configured": [{ profile: { ...profile, name: words, email: words, phone: words } }, { role: "agent" }],
  "agent.left": [{ nowMs, agentId }, { agent: 7 }],
  "agent.logged-out": [{ socketIds: ["p/1", "p/2"] }, { sockets: 2 }],
  "agent.presence-changed": [
    { agentId, isAvailable: true },
    { agent: 7, isAvailable: true },
  ],
  "agent.removed": [{}, {}],
  "attempt.failed": [
    {
      trace,
      nowMs,
      attempt: 2,
      startedAtMs: 1,
      durationMs: 30,
      httpStatus: 500,
      failure: refused,
      retryAfterMs: 8,
      isFinal: true,
    },
    {
      attempt: 2,
      httpStatus: 500,
      durationMs: 30,
      failure: "E-17",
      failureKind: "error_answer",
      isFinal: true,
      retryAfterMs: 8,
    },
  ],
  "attempt.skipped": [
    { nowMs, attempt: 1, failure: timedOut },
    { attempt: 1, failure: "timeout" },
  ],
  "attempt.succeeded": [
    { trace, nowMs, attempt: 3, startedAtMs: 1, durationMs: 2, httpStatus: 204, crmAnswer: { crmLink: words } },
    { attempt: 3, httpStatus: 204, durationMs: 2 },
  ],
  "attempt.withdrawn": [{ nowMs, attempt: 1 }, { attempt: 1 }],
  "availability.changed": [{ isAvailable: false }, { isAvailable: false }],
  "bot.disconnected": [{ nowMs, reason: words, lineId }, {}],
  "bot.ended": [{ nowMs, reason: words, lineId }, {}],
  "bot.invitation-posted": [
    { nowMs, posted: { id: words, fingerprint: words }, agentsOnline: true, acceptTimeoutMs: 60, notice },
    { agentsOnline: true, acceptTimeoutMs: 60 },
  ],
  "bot.message-posted": [
    {
      nowMs,
      posted: null,
      message: { id: messageId, content: text },
      outward: null,
      sender: agent,
      deliveryId,
      lineId,
    },
    { messageId: "m-1", deliveryId, canBeShown: false },
  ],
  "bot.notified": [{ nowMs, notice }, {}],
  "bot.offered": [{ nowMs }, {}],
  "bot.post-refused": [
    { nowMs, code: "invalid_request", field: "message.buttons", reason: words, lineId },
    { failure: "invalid_request", field: "message.buttons" },
  ],
  "bot.replied": [
    {
      nowMs,
      message: { id: messageId, content: text },
      outward: text,
      sender: agent,
      deliveryId,
      lineId,
      isShown: true,
    },
    { messageId: "m-1", deliveryId, isShown: true },
  ],
  "bot.unstaffed": [{ nowMs, notice }, {}],
  "button.click-requested": [
    { nowMs, messageId, externalId: words, messageSeq: 5, index: 1, bot },
    { messageSeq: 5, index: 1, agentsOnline: true, wantsAgent: false },
  ],
  "callback.answered": [{ callId }, { call: "c-1" }],
  "call.began": [
    { ...began, chatId, channelId },
    { call: "c-1", callType: "incoming", agent: 7, hasFailed: true },
  ],
  "call.changed": [
    { nowMs, call, lineId },
    { call: "c-1", callType: "callback", status: "error", agent: 7 },
  ],
  "call.reported": [
    { nowMs, status: "end", agentId: null, chosenId: agentId, reason: words, recordUrl: words },
    { status: "end", chosen: 7 },
  ],
  "call.requested": [
    { ...began, rung: null, chosenId: agentId, failure: null },
    { call: "c-1", callType: "incoming", chosen: 7, hasFailed: false },
  ],
  "channel.assigned": [{ channelId }, { channelId }],
  "channel.closed": [
    { nowMs, failure: { ...timedOut, kind: "channel_closed", code: "channel_closed" }, lineId },
    { failure: "channel_closed" },
  ],
  "channel.configured": [
    { settings: { ...settings, name: words, random: words, webhookUrl: words, webhooks: { ...webhooks, url: words } } },
    {
      kind: "api",
      enabled: true,
      agents: 1,
      hasBot: false,
      hasWebhooks: true,
      isSigned: false,
      requiresSignature: false,
    },
  ],
  "channel.removed": [{}, {}],
  "channel.unassigned": [{ channelId }, { channelId }],
  "chat.accept-requested": [{ nowMs, agent, notice }, { agent: 7 }],
  "chat.assign-requested": [{ nowMs, agent }, { agent: 7 }],
  "chat.expired": [{ nowMs, seenUpdatedAtMs: nowMs, waitedDays: 30, lineId }, { waitedDays: 30 }],
  "chat.blacklist-requested": [
    { nowMs, agent, isBlacklisted: true, messageId },
    { agent: 7, isBlacklisted: true },
  ],
  "chat.close-requested": [{ nowMs, agent }, { agent: 7 }],
  "chat.reopen-requested": [{ nowMs, agent, notice, messageId, windowMs: 1, isChannelOpen: true }, { agent: 7 }],
  "chat.reopened": [{ nowMs, notice }, {}],
  "chat.closed": [{ nowMs }, {}],
  "chat.contact-change-requested": [{ nowMs, change: { name: words, phone: null } }, { changed: "name phone" }],
  "chat.dismiss-requested": [
    { nowMs, agent, deliveryId, messageId },
    { agent: 7, deliveryId },
  ],
  "chat.note-requested": [
    { nowMs, agent, message: { id: messageId, text: words } },
    { agent: 7, messageId: "m-1" },
  ],
  "chat.rated": [{ nowMs, rate: "negative" }, { rate: "negative" }],
  "chat.reply-requested": [
    { nowMs, agent, message: { id: messageId, content: text }, deliveryId },
    { agent: 7, messageId: "m-1", deliveryId },
  ],
  "chat.transfer-requested": [
    {
      nowMs,
      agent,
      isAdministrator: true,
      to: { kind: "department", id: 3, name: words },
      messageId,
      note: { id: messageId, text: words },
      notice,
      acceptTimeoutMs: 6,
    },
    { agent: 7, isAdministrator: true, toDepartment: 3, noteId: "m-1", acceptTimeoutMs: 6 },
  ],
  "chat.transferred": [{ nowMs, acceptTimeoutMs: 6, notice }, { acceptTimeoutMs: 6 }],
  "chat.typing-requested": [
    { nowMs, agent, state: "typein" },
    { agent: 7, state: "typein" },
  ],
  "client.wrote": [
    {
      ...{ nowMs, chatId, channelId, clientNumber: 7, messageSeq: 4, providerId: "p", text: words, buttonId: words },
      ...{ sender: { name: words, url: words, hasContacts: true }, agentsOnline: false, wantsAgent: true },
      ...{ acceptTimeoutMs: 6, notice, offerNotice: notice },
    },
    { messageSeq: 4, agentsOnline: false, wantsAgent: true },
  ],
  "crm.answered": [
    { nowMs, event: "chat_accepted", answer: { crmLink: words, contact: { name: words } } },
    { event: "chat_accepted", answered: "crmLink contact" },
  ],
  "deadline.reached": [
    { id: "next-attempt", atMs: 4, nowMs, restarted: true },
    { id: "next-attempt", atMs: 4, restarted: true },
  ],
  "delivery.cancelled": [{ nowMs, failure: chatty }, { failure: "error_answer" }],
  "delivery.ended": [
    { nowMs, deliveryId, messageId, failure: refused, message: { seq: 2, agentId } },
    { deliveryId, failure: "E-17", failureKind: "error_answer" },
  ],
  "delivery.opened": [{ nowMs, recipient: { senderId: words, senderIdKind: "string" } }, {}],
  "delivery.queued": [
    { nowMs, id: deliveryId, chatId, channelId, messageSeq: 2, messageId, cargo, isInFront: true, recipient: null },
    { cargo: "message", messageSeq: 2, isInFront: true },
  ],
  "delivery.requeued": [{ nowMs, seenAttempts: 3 }, { seenAttempts: 3 }],
  "delivery.resend-requested": [{ nowMs, deliveryId }, { deliveryId }],
  "gateway.answered": [{ nowMs, failure: words }, { accepted: false }],
  "messages.seen": [{ nowMs, seq: 4 }, { seq: 4 }],
  "message.received": [
    {
      nowMs,
      sender,
      message,
      invitation: { id: messageId, text: words },
      warnings: { cause: words, texts: [words] },
      bot,
      isFromWidget: true,
    },
    { isFromWidget: true, agentsOnline: true, wantsAgent: false },
  ],
  "offline.message-left": [{ nowMs, contact: { email: words }, text: words }, {}],
  "processes.lost": [{ processIds: ["p"] }, { processes: 1 }],
  "report.made": [
    { nowMs, chatId, channelId, event: "chat_updated", receivers: [{ endpoint: words, deliveryId }], body },
    { event: "chat_updated", deliveryId },
  ],
  "report.refused": [
    { nowMs, event: "chat_updated", failure: chatty, lineId },
    { event: "chat_updated", failure: "error_answer" },
  ],
  "socket.closed": [{ socketId: "p/1" }, { socketId: "p/1" }],
  "socket.opened": [
    { socketId: "p/1", isAvailable: false },
    { socketId: "p/1", isAvailable: false },
  ],
  "typing.received": [{ nowMs, state: "typeout" }, { state: "typeout" }],
  "visitor.changed": [
    { nowMs, change: { userToken: words, page: { url: words, title: words } } },
    { changed: "userToken page" },
  ],
  "webhook.ended": [
    { nowMs, deliveryId, event: "chat_finished", attempt: 2, failure: timedOut, answer: null },
    { deliveryId, event: "chat_finished", attempt: 2, failure: "timeout" },
  ],
  "webhook.yielded": [{ nowMs, deliveryId }, { deliveryId }],
};

/** Every type of effect, and the fields of it that are kept. */
export const effects: {
  readonly [Type in Exclude<Effect["type"], "effect.actor.tell">]: readonly [effect: EffectOf<Type>, kept: Fields];
} = {
  "effect.administrator.tell": [{ nowMs, channelId, chatId, text: words }, {}],
  "effect.agent.publish": [
    { profile: { ...profile, name: words }, isAvailable: true, isRemoved: false },
    { isAvailable: true, isRemoved: false },
  ],
  "effect.attempt.start": [
    { deliveryId, attempt: 2, chatId, channelId, messageId, cargo, recipient: null, timeoutMs: 3_000 },
    { attempt: 2, timeoutMs: 3_000 },
  ],
  "effect.call.publish": [{ chatId, channelId, call }, { status: "error" }],
  "effect.call.start": [
    { callId, callType: "callback", phone: words, agent: rung },
    { callType: "callback", agent: 7 },
  ],
  "effect.channel.publish": [
    { settings: { ...settings, random: words }, status: 1, isRemoved: false },
    { status: 1, isRemoved: false },
  ],
  "effect.chat.publish": [{}, {}],
  "effect.client.store": [{ client, openChatId: chatId }, {}],
  "effect.deadline.clear": [{ id: "next-attempt" }, { id: "next-attempt" }],
  "effect.deadline.set": [
    { id: "next-attempt", atMs: 9, atRestart: true },
    { id: "next-attempt", atMs: 9 },
  ],
  "effect.delivery.publish": [{ chatId, messageSeq: 3 }, {}],
  "effect.message.store": [
    { message: { seq: 3, from: "client", ...message, agentId: null, atMs: 1, deliveryId: null, buttonId: words } },
    { seq: 3, from: "client" },
  ],
  "effect.report.make": [
    { nowMs, report: { event: "chat_assigned", agentId, assignTo: words } },
    { event: "chat_assigned" },
  ],
  "effect.request.refuse": [{ message: words }, {}],
  "effect.typing.publish": [{ state: "typein" }, { state: "typein" }],
  "effect.typing.send": [
    {
      chatId,
      channelId,
      state: "typein",
      sender: agent,
      recipient: { senderId: words, senderIdKind: "string" },
      atMs: 1,
    },
    { state: "typein" },
  ],
  "effect.warnings.store": [
    { cause: words, messageSeq: 3, atMs: 1, texts: [words, words] },
    { messageSeq: 3, warnings: 2 },
  ],
  "effect.webhook.store": [{ chatId, receivers: [{ endpoint: words, deliveryId }], body }, { deliveryId }],
};
