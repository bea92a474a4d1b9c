import { withoutBot } from "../../../../machines/bot-conversation/bot-conversation.types.ts";
import type { AttemptFailure, DeliveryEvent } from "../../../../machines/delivery/delivery.types.ts";
import type { Answer } from "../walk/walk.types.ts";

/** An outcome of an attempt, as an event for the service. */
export interface AnswerEvent {
  readonly atMs: number;
  readonly toEvent: (nowMs: number) => DeliveryEvent;
}

interface Asked {
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly timeoutMs: number;
  readonly latenessMs: number;
}

const trace = { address: null, answer: null, note: null };
const failures = {
  failure: { kind: "http_status", code: "http_status", message: "HTTP 503." },
  timeout: { kind: "timeout", code: "timeout", message: "No answer within 3 s." },
} as const satisfies Record<string, AttemptFailure>;

/** Returns the events that the service receives for one attempt, and their times. */
export function answerAttempt({ kind, afterMs, isRepeated }: Answer, asked: Asked): readonly AnswerEvent[] {
  const { attempt, startedAtMs, timeoutMs, latenessMs } = asked;
  const seen = (nowMs: number) => ({ nowMs, attempt, startedAtMs, durationMs: nowMs - startedAtMs, trace });
  const succeeded = (nowMs: number): DeliveryEvent => ({ type: "attempt.succeeded", ...seen(nowMs), httpStatus: 200 });
  const failed =
    (failure: AttemptFailure, httpStatus: number | null) =>
    (nowMs: number): DeliveryEvent => ({
      type: "attempt.failed",
      ...seen(nowMs),
      httpStatus,
      failure,
    });
  const timedOut = { atMs: startedAtMs + timeoutMs + latenessMs, toEvent: failed(failures.timeout, null) };
  const atMs = startedAtMs + afterMs;
  const outcome = {
    ok: { atMs, toEvent: succeeded },
    failure: { atMs, toEvent: failed(failures.failure, 503) },
    never: timedOut,
    late: timedOut,
  }[kind];
  return [
    outcome,
    ...(isRepeated ? [{ ...outcome, atMs: outcome.atMs + 1 }] : []),
    ...(kind === "late" ? [{ atMs, toEvent: succeeded }] : []),
  ];
}

/** The outcome of an attempt that is not made, because no recipient is left. Source: DEL-08, BOT-08. */
export const skipAttempt =
  (attempt: number): AnswerEvent["toEvent"] =>
  (nowMs) => ({
    type: "attempt.skipped",
    nowMs,
    attempt,
    failure: withoutBot,
  });
