import type { AttemptFailure, DeliveryQueued } from "../../../machines/tells.ts";
import { asActorKey, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { channelId, id as chatId, kim, t0 } from "../chat/chat-steps.ts";
import { awaitOutcome } from "./attempt-deadlines.ts";

export const id = asDeliveryId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const messageId = asMessageId("5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11");
export const queued: DeliveryQueued = {
  type: "delivery.queued",
  nowMs: t0,
  id,
  chatId,
  channelId,
  messageSeq: 2,
  messageId,
  cargo: {
    kind: "message",
    content: { type: "text", text: "Yes", media: null },
    sender: kim,
  },
  isInFront: false,
  recipient: null,
};
export const recipient = { senderId: "7", senderIdKind: "integer" } as const;
export const opened = { type: "delivery.opened", nowMs: t0, recipient } satisfies ActorEvent;
export const failure: AttemptFailure = {
  kind: "http_status",
  code: "http_status",
  message: "The customer system answered HTTP 503.",
};

export const trace = { address: "https://shop.example/chat/MOBILEAPP1", answer: "", note: null };

export const failedAt = (attempt: number, startedAtMs: number, nowMs = startedAtMs + 20): ActorEvent => ({
  type: "attempt.failed",
  nowMs,
  attempt,
  startedAtMs,
  durationMs: nowMs - startedAtMs,
  httpStatus: 503,
  failure,
  trace,
});
export const succeededAt = (attempt: number, startedAtMs: number): ActorEvent => ({
  type: "attempt.succeeded",
  nowMs: startedAtMs + 20,
  attempt,
  trace,
  startedAtMs,
  durationMs: 20,
  httpStatus: 200,
});

export const publish: Effect = { type: "effect.delivery.publish", chatId: queued.chatId, messageSeq: 2 };
const send = (attempt: number): Effect => ({
  type: "effect.attempt.start",
  deliveryId: id,
  attempt,
  chatId,
  channelId,
  messageId,
  cargo: queued.cargo,
  recipient,
  timeoutMs: 3_000,
});
const message = { seq: 2, agentId: kim.id };
export const ended = (nowMs: number, failure: AttemptFailure | null): Effect => {
  const event = { type: "delivery.ended" as const, nowMs, deliveryId: id, messageId, failure, message };
  return { type: "effect.actor.tell", tells: [{ to: asActorKey("chat/12"), event }] };
};
export const start = (attempt: number, atMs: number): Effect[] => [awaitOutcome(atMs + 8_000), send(attempt), publish];

export const closedChannel: AttemptFailure = {
  kind: "channel_closed",
  code: "channel_closed",
  message: "The channel is disabled.",
};
export const cancelledAt = (nowMs: number): ActorEvent => ({
  type: "delivery.cancelled",
  nowMs,
  failure: closedChannel,
});
export const skippedAt = (attempt: number, nowMs: number): ActorEvent => ({
  type: "attempt.skipped",
  nowMs,
  attempt,
  failure: closedChannel,
});
export const interrupted: AttemptFailure = {
  kind: "interrupted",
  code: "interrupted",
  message: "The service was restarted during the last attempt; whether the message arrived is unknown.",
};
export const hidden: AttemptFailure = { kind: "error_answer", code: "17", message: "Blocked.", isHidden: true };
