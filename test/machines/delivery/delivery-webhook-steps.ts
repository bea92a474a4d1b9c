import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { dueAtMs } from "../../../machines/delivery/policies.ts";
import type { AttemptFailure, DeliveryQueued } from "../../../machines/tells.ts";
import { Cell } from "../../../src/actors/conversation.ts";
import { asActorKey, asDeliveryId } from "../../../src/core/ids.ts";
import { actorSet } from "../../../src/domain/actors.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { channelId, chat, id as chatId, t0 } from "../chat/chat-steps.ts";
import { awaitOutcome, due } from "./attempt-deadlines.ts";

export const id = asDeliveryId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const cargo = { kind: "webhook", event: "chat_accepted" } as const;
const about = { messageSeq: 0, messageId: null, cargo, recipient: null } as const;
export const queued: DeliveryQueued = {
  type: "delivery.queued",
  nowMs: t0,
  id,
  chatId,
  channelId,
  isInFront: true,
  ...about,
};
export const nothing: Effect = { type: "effect.actor.tell", tells: [] };
const trace = { address: "https://crm.example/hook", answer: "", note: null };
export const http503: AttemptFailure = {
  kind: "http_status",
  code: "http_status",
  message: "The receiver answered HTTP 503.",
};
export const gone: AttemptFailure = { kind: "gone", code: "gone", message: "The receiver answered HTTP 410." };
export const refused: AttemptFailure = { kind: "error_answer", code: "error_answer", message: "No such client." };
export const noTarget: AttemptFailure = {
  kind: "no_target",
  code: "no_target",
  message: "The channel has no webhook URL any more.",
};

export const failedAt = (
  attempt: number,
  nowMs: number,
  more: { failure?: AttemptFailure; isFinal?: true; retryAfterMs?: number } = {},
): ActorEvent => ({
  type: "attempt.failed",
  nowMs,
  attempt,
  startedAtMs: nowMs - 20,
  durationMs: 20,
  httpStatus: 503,
  failure: http503,
  trace,
  ...more,
});
const crmAnswer = { crmLink: "https://crm.example/7" };
export const succeededAt = (attempt: number, nowMs: number): ActorEvent => ({
  type: "attempt.succeeded",
  nowMs,
  attempt,
  trace,
  startedAtMs: nowMs - 20,
  durationMs: 20,
  httpStatus: 200,
  crmAnswer,
});
export const skippedAt = (attempt: number, nowMs: number): ActorEvent => ({
  type: "attempt.skipped",
  nowMs,
  attempt,
  failure: noTarget,
});
export const replayedAt = (nowMs: number): ActorEvent => ({ type: "delivery.requeued", nowMs });

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** The delays before the second attempt, the third and so on. Source: WH-36. */
export const delaysMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

export const start = (attempt: number, atMs: number): readonly Effect[] => [
  awaitOutcome(atMs + 70_000),
  {
    type: "effect.attempt.start",
    deliveryId: id,
    attempt,
    chatId,
    channelId,
    messageId: null,
    cargo,
    recipient: null,
    timeoutMs: 10_000,
  },
  nothing,
];
const webhooks = asActorKey("webhooks/12");
export const yielded = (nowMs: number): Effect => ({
  type: "effect.actor.tell",
  tells: [{ to: webhooks, event: { type: "webhook.yielded", nowMs, deliveryId: id } }],
});
export const ended = (nowMs: number, attempt: number, failure: AttemptFailure | null): Effect => ({
  type: "effect.actor.tell",
  tells: [
    {
      to: webhooks,
      event: {
        type: "webhook.ended",
        nowMs,
        deliveryId: id,
        event: "chat_accepted",
        attempt,
        failure,
        answer: failure === null ? crmAnswer : null,
      },
    },
  ],
});
export const tellAdministrator = (nowMs: number, attempts: string, { message }: AttemptFailure): Effect => ({
  type: "effect.administrator.tell",
  nowMs,
  channelId,
  chatId,
  text: `Event chat_accepted of chat 12 was not delivered after ${attempts} and can be replayed. ${message}`,
});

/** The schedule for this delivery's own random part; other tests below check its bounds. */
export const dueAfter = (attempts: number, nowMs: number, offset = 0): number => {
  const context = {
    id,
    cargo,
    seriesOffset: offset,
    attempts: Array.from({ length: attempts }),
  } as unknown as DeliveryContext;
  return dueAtMs(context, { type: "attempt.failed", nowMs } as never);
};

/** Returns a series in which every attempt fails 20 ms after it began, up to the end of attempt `last`. */
export function failing(last: number): readonly ActorEvent[] {
  const events: ActorEvent[] = [];
  let nowMs = t0 + 20;
  for (let attempt = 1; attempt <= last; attempt += 1) {
    events.push(failedAt(attempt, nowMs));
    const atMs = dueAfter(attempt, nowMs);
    if (attempt < last) events.push(due(atMs));
    nowMs = atMs + 20;
  }
  return events;
}
/** Returns the time of the attempt after those. */
export const nextAfter = (last: number): number => dueAfter(last, lastMs(failing(last)));
const lastMs = (events: readonly ActorEvent[]): number => {
  const last = events.at(-1);
  return last !== undefined && "nowMs" in last ? last.nowMs : t0;
};
export const running = (attempt: number): readonly ActorEvent[] => [
  ...failing(attempt - 1),
  due(nextAfter(attempt - 1)),
];
export const tenthEndMs = nextAfter(9) + 20;

/** Returns how much longer than its delay each of the nine pauses of a delivery is, as a fraction of the delay. */
export function lengthenings(deliveryId: string): readonly number[] {
  // XState is not asked beside it, because thousands of deliveries take these steps.
  const key = asActorKey(`delivery/${deliveryId}`);
  const cell = Cell.create(actorSet.of(key), key, chat.conversation, {
    ...queued,
    id: asDeliveryId(deliveryId),
  });
  cell.takeEffects();
  let nowMs = t0 + 9_000;
  return delaysMs.map((delayMs, index) => {
    const effects = cell.step(failedAt(index + 1, nowMs)) as readonly Effect[];
    const next = effects.find((effect) => effect.type === "effect.deadline.set");
    if (next === undefined) throw new Error(`No attempt follows number ${index + 1}`);
    const pauseMs = next.atMs - nowMs;
    cell.step(due(next.atMs));
    nowMs = next.atMs + 3_000;
    return pauseMs / delayMs - 1;
  });
}
