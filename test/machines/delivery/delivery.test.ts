import t from "tap";
import type { AttemptFailure, DeliveryQueued } from "../../../machines/delivery/delivery.types.ts";
import { asActorKey, asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { channelId, chat, id as chatId, kim, nothing, t0 } from "../chat/chat-steps.ts";
import { runTable } from "../table.ts";

const id = asDeliveryId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const messageId = asMessageId("5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11");
const queued: DeliveryQueued = {
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
const recipient = { senderId: "7", senderIdKind: "integer" } as const;
const opened: ActorEvent = { type: "delivery.opened", nowMs: t0, recipient };
const failure: AttemptFailure = {
  kind: "http_status",
  code: "http_status",
  message: "The customer system answered HTTP 503.",
};

const trace = { address: "https://shop.example/chat/MOBILEAPP1", answer: "", note: null };

const failedAt = (attempt: number, startedAtMs: number, nowMs = startedAtMs + 20): ActorEvent => ({
  type: "attempt.failed",
  nowMs,
  attempt,
  startedAtMs,
  durationMs: nowMs - startedAtMs,
  httpStatus: 503,
  failure,
  trace,
});
const succeededAt = (attempt: number, startedAtMs: number): ActorEvent => ({
  type: "attempt.succeeded",
  nowMs: startedAtMs + 20,
  attempt,
  trace,
  startedAtMs,
  durationMs: 20,
  httpStatus: 200,
});
const due = (atMs: number, nowMs = atMs): ActorEvent => ({
  type: "deadline.reached",
  id: "next-attempt",
  atMs,
  nowMs,
  restarted: false,
});
const lost = (nowMs: number, restarted: boolean): ActorEvent => ({
  type: "deadline.reached",
  id: "attempt-outcome",
  atMs: nowMs,
  nowMs,
  restarted,
});

const publish: Effect = { type: "effect.delivery.publish", chatId: queued.chatId, messageSeq: 2 };
const awaitOutcome = (startedAtMs: number): Effect => ({
  type: "effect.deadline.set",
  id: "attempt-outcome",
  atMs: startedAtMs + 8_000,
  atRestart: true,
});
const clearOutcome: Effect = { type: "effect.deadline.clear", id: "attempt-outcome" };
const awaitNext = (atMs: number): Effect => ({
  type: "effect.deadline.set",
  id: "next-attempt",
  atMs,
  atRestart: false,
});
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
const ended = (nowMs: number, failure: AttemptFailure | null): Effect => {
  const event = { type: "delivery.ended" as const, nowMs, deliveryId: id, messageId, failure, message };
  return { type: "effect.actor.tell", tells: [{ to: asActorKey("chat/12"), event }] };
};
const start = (attempt: number, atMs: number): Effect[] => [awaitOutcome(atMs), send(attempt), publish];

const closedChannel: AttemptFailure = {
  kind: "channel_closed",
  code: "channel_closed",
  message: "The channel is disabled.",
};
const cancelledAt = (nowMs: number): ActorEvent => ({ type: "delivery.cancelled", nowMs, failure: closedChannel });
const skippedAt = (attempt: number, nowMs: number): ActorEvent => ({
  type: "attempt.skipped",
  nowMs,
  attempt,
  failure: closedChannel,
});
const clearNext: Effect = { type: "effect.deadline.clear", id: "next-attempt" };
const interrupted: AttemptFailure = {
  kind: "interrupted",
  code: "interrupted",
  message: "The service was restarted during the last attempt; whether the message arrived is unknown.",
};
const hidden: AttemptFailure = { kind: "error_answer", code: "17", message: "Blocked.", isHidden: true };

const firstFailed = [opened, failedAt(1, t0 + 4)];
const secondRunning = [...firstFailed, due(t0 + 3_004)];
const secondFailed = [...secondRunning, failedAt(2, t0 + 3_004)];
const thirdRunning = [...secondFailed, due(t0 + 6_004)];
const thirdFailed = [...thirdRunning, failedAt(3, t0 + 6_004, t0 + 9_004)];

runTable(t, {
  actor: asActorKey(`delivery/${id}`),
  conversation: chat.conversation,
  input: queued,
  rows: [
    {
      rule: "[DEL-06] it is committed as pending and asks for nothing before its lane is open",
      given: [],
      when: queued,
      state: "pending",
      effects: [],
    },
    {
      rule: "[DEL-01] opening the lane starts the first attempt",
      given: [],
      when: opened,
      state: "attempting",
      effects: start(1, t0),
      context: { recipient },
    },
    {
      rule: "[DEL-22] being told of its own creation once more changes nothing",
      given: [opened],
      when: queued,
      state: "attempting",
      effects: [],
      context: { recipient, isInFront: false },
    },
    {
      rule: "[DEL-09] a positive answer ends it",
      given: [opened],
      when: succeededAt(1, t0 + 4),
      state: "delivered",
      effects: [clearOutcome, publish, ended(t0 + 24, null)],
      context: {
        error: null,
        attempts: [{ number: 1, startedAtMs: t0 + 4, durationMs: 20, httpStatus: 200, failure: null }],
      },
    },
    {
      rule: "[DEL-02] after a failure at once the second attempt is due 3 s after the first started",
      given: [opened],
      when: failedAt(1, t0 + 4),
      state: "backing_off",
      effects: [clearOutcome, awaitNext(t0 + 3_004), publish, nothing],
    },
    {
      rule: "[DEL-02] the second attempt starts when it is due",
      given: firstFailed,
      when: due(t0 + 3_004, t0 + 3_010),
      state: "attempting",
      effects: start(2, t0 + 3_010),
    },
    {
      rule: "[DEL-02] the third attempt is due 6 s after the first, whatever the second took",
      given: secondRunning,
      when: failedAt(2, t0 + 3_004, t0 + 6_004),
      state: "backing_off",
      effects: [clearOutcome, awaitNext(t0 + 6_004), publish, nothing],
    },
    {
      rule: "[DEL-04] the third failure ends it with the error of the last attempt",
      given: thirdRunning,
      when: failedAt(3, t0 + 6_004, t0 + 9_004),
      state: "failed",
      effects: [clearOutcome, publish, ended(t0 + 9_004, failure)],
      context: { error: failure },
    },
    {
      rule: "[DEL-05] no deadline starts a fourth attempt",
      given: thirdFailed,
      when: due(t0 + 9_004),
      state: "failed",
      effects: [],
    },
    {
      rule: "[DEL-05] send again waits for the lane, behind others",
      given: thirdFailed,
      when: { type: "delivery.requeued", nowMs: t0 + 60_000 },
      state: "pending",
      effects: [publish],
      context: { seriesOffset: 3, error: null },
    },
    {
      rule: "[DEL-05, CH-40] send again is a new series with the same message id, to the same recipient",
      given: [...thirdFailed, { type: "delivery.requeued", nowMs: t0 + 60_000 }],
      when: { ...opened, nowMs: t0 + 60_000, recipient: { senderId: "7", senderIdKind: "string" } },
      state: "attempting",
      effects: start(4, t0 + 60_000),
    },
    {
      rule: "[DEL-05] a new series too ends after three attempts",
      given: [
        ...thirdFailed,
        { type: "delivery.requeued", nowMs: t0 + 60_000 },
        { ...opened, nowMs: t0 + 60_000 },
        failedAt(4, t0 + 60_000),
        due(t0 + 63_000),
        failedAt(5, t0 + 63_000),
        due(t0 + 66_000),
      ],
      when: failedAt(6, t0 + 66_000),
      state: "failed",
      effects: [clearOutcome, publish, ended(t0 + 66_020, failure)],
    },
    {
      rule: "[DEL-03] an answer to an earlier attempt is ignored",
      given: secondRunning,
      when: succeededAt(1, t0 + 4),
      state: "attempting",
      effects: [],
    },
    {
      rule: "[DEL-03] an answer that comes between attempts is ignored",
      given: firstFailed,
      when: succeededAt(1, t0 + 4),
      state: "backing_off",
      effects: [],
    },
    {
      rule: "[DEL-23] an attempt in flight at a restart counts as made",
      given: [opened],
      when: lost(t0 + 1_000, true),
      state: "backing_off",
      effects: [awaitNext(t0 + 3_000), publish, nothing],
      context: { attempts: [{ number: 1, failure: { kind: "interrupted" } }] },
    },
    {
      rule: "[DEL-24] an overdue attempt is due at once and the next one at least 3 s after it",
      given: [...firstFailed, due(t0 + 3_004, t0 + 50_000)],
      when: failedAt(2, t0 + 50_000),
      state: "backing_off",
      effects: [clearOutcome, awaitNext(t0 + 53_000), publish, nothing],
    },
    {
      rule: "[DEL-25] a third attempt in flight at a restart ends it, the outcome unknown",
      given: thirdRunning,
      when: lost(t0 + 7_000, true),
      state: "failed",
      effects: [publish, ended(t0 + 7_000, interrupted)],
      context: { error: interrupted },
    },
    {
      rule: "[DEL-03] an outcome that never comes counts as a timeout",
      given: [opened],
      when: lost(t0 + 8_000, false),
      state: "backing_off",
      effects: [awaitNext(t0 + 3_000), publish, nothing],
      context: { error: { kind: "timeout" } },
    },
    {
      rule: "[DEL-08] cancelled while it waits for its lane: it fails at once, no attempt was made",
      given: [],
      when: cancelledAt(t0 + 10),
      state: "failed",
      effects: [publish, ended(t0 + 10, closedChannel)],
      context: { error: closedChannel, attempts: [] },
    },
    {
      rule: "[DEL-08] cancelled between two attempts: it fails at once, no deadline is left",
      given: firstFailed,
      when: cancelledAt(t0 + 1_000),
      state: "failed",
      effects: [clearNext, publish, ended(t0 + 1_000, closedChannel)],
      context: { error: closedChannel },
    },
    {
      rule: "[DEL-08] no deadline that fired before brings it back",
      given: [...firstFailed, cancelledAt(t0 + 1_000)],
      when: due(t0 + 3_004),
      state: "failed",
      effects: [],
    },
    {
      rule: "[DEL-08] cancelled while an attempt runs: its outcome is awaited",
      given: [opened],
      when: cancelledAt(t0 + 1_000),
      state: "attempting",
      effects: [],
      context: { cancellation: closedChannel },
    },
    {
      rule: "[DEL-08] that attempt is the last: its failure ends the delivery",
      given: [opened, cancelledAt(t0 + 1_000)],
      when: failedAt(1, t0 + 4, t0 + 2_000),
      state: "failed",
      effects: [clearOutcome, publish, ended(t0 + 2_000, failure)],
      context: { error: failure },
    },
    {
      rule: "[DEL-08] that attempt may arrive",
      given: [opened, cancelledAt(t0 + 10)],
      when: succeededAt(1, t0 + 4),
      state: "delivered",
      effects: [clearOutcome, publish, ended(t0 + 24, null)],
      context: { error: null },
    },
    {
      rule: "[DEL-08] that attempt may be lost in a restart",
      given: [opened, cancelledAt(t0 + 10)],
      when: lost(t0 + 1_000, true),
      state: "failed",
      effects: [publish, ended(t0 + 1_000, interrupted)],
      context: { error: interrupted },
    },
    {
      rule: "[DEL-08] an attempt that was skipped was not made, and none follows",
      given: [...firstFailed, due(t0 + 3_004)],
      when: skippedAt(2, t0 + 3_004),
      state: "failed",
      effects: [clearOutcome, publish, ended(t0 + 3_004, closedChannel)],
      context: { error: closedChannel, attempts: [{ number: 1 }] },
    },
    {
      rule: "[DEL-08] the skipping of an earlier attempt is ignored",
      given: [...firstFailed, due(t0 + 3_004)],
      when: skippedAt(1, t0 + 3_004),
      state: "attempting",
      effects: [],
    },
    {
      rule: "[DEL-08] what ended is not cancelled",
      given: [opened, succeededAt(1, t0 + 4)],
      when: cancelledAt(t0 + 1_000),
      state: "delivered",
      effects: [],
    },
    {
      rule: "[DEL-05] sent again after it was cancelled it has three attempts, numbered on",
      given: [...firstFailed, cancelledAt(t0 + 1_000), { type: "delivery.requeued", nowMs: t0 + 60_000 }],
      when: { ...opened, nowMs: t0 + 60_000 },
      state: "attempting",
      effects: start(2, t0 + 60_000),
      context: { seriesOffset: 1, error: null, cancellation: null },
    },
    {
      rule: "[DEL-05] the cancellation of an earlier series ends no later one",
      given: [
        opened,
        cancelledAt(t0 + 10),
        failedAt(1, t0 + 4),
        { type: "delivery.requeued", nowMs: t0 + 60_000 },
        { ...opened, nowMs: t0 + 60_000 },
      ],
      when: failedAt(2, t0 + 60_000),
      state: "backing_off",
      effects: [clearOutcome, awaitNext(t0 + 63_000), publish, nothing],
    },
    {
      rule: "[DEL-14] an error whose text is hidden is a failure like any other, and stays marked",
      given: thirdRunning,
      when: { ...failedAt(3, t0 + 6_004, t0 + 9_004), failure: hidden } as ActorEvent,
      state: "failed",
      effects: [clearOutcome, publish, ended(t0 + 9_004, hidden)],
      context: { error: hidden },
    },
    {
      rule: "[DEL-28] the log keeps where each attempt went and what was answered",
      given: [opened],
      when: failedAt(1, t0 + 4),
      state: "backing_off",
      effects: [clearOutcome, awaitNext(t0 + 3_004), publish, nothing],
      context: { attempts: [{ number: 1, startedAtMs: t0 + 4, durationMs: 20, httpStatus: 503, failure, ...trace }] },
    },
  ],
});
