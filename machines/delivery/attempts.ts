import type { DeadlineReached } from "../effects.ts";
import { given } from "../given.ts";
import type {
  AttemptFailed,
  AttemptFailure,
  AttemptRecord,
  AttemptSucceeded,
  Cargo,
  DeliveryContext,
  DeliveryEvent,
} from "./delivery.types.ts";
import { policyFor, seriesLength } from "./policies.ts";

/** Source: DEL-25. */
const interrupted = (what: string): AttemptFailure => ({
  kind: "interrupted",
  code: "interrupted",
  message: `The service was restarted during the last attempt; whether the ${what} arrived is unknown.`,
});

/** Source: DEL-03, BOT-17, WH-35: no outcome within the time an attempt may take. */
const lost = (cargo: Cargo): AttemptFailure => ({
  kind: "timeout",
  code: "timeout",
  message: `The ${receivers[cargo.kind]} did not answer within ${policyFor(cargo).timeoutMs / 1_000} s.`,
});

const receivers = { message: "customer system", bot_event: "bot", webhook: "receiver", mail: "mail server" } as const;
const sent = { message: "message", bot_event: "event", webhook: "event", mail: "mail" } as const;

export const isLastAttempt = (context: DeliveryContext): boolean =>
  context.cancellation !== null || seriesLength(context) >= policyFor(context.cargo).attemptsMax;

export function beginAttempt(context: DeliveryContext, event: DeliveryEvent): Partial<DeliveryContext> {
  const attempt: AttemptRecord = {
    number: context.attempts.length + 1,
    // The first attempt of a delivery in front begins with the delivery: no separate event starts it.
    startedAtMs: context.isInFront ? context.createdAtMs : event.nowMs,
    durationMs: null,
    httpStatus: null,
    failure: null,
    address: null,
    answer: null,
    note: null,
  };
  return { attempts: [...context.attempts, attempt], isInFront: false };
}

export const runningAttempt = (attempts: readonly AttemptRecord[]): AttemptRecord =>
  given(attempts.at(-1), "an attempt that runs");

type Outcome = AttemptSucceeded | AttemptFailed | DeadlineReached;

/** Writes the outcome into the running attempt; the agent sees the last outcome. Source: DEL-13. */
export function keepOutcome({ attempts, cargo }: DeliveryContext, event: Outcome): Partial<DeliveryContext> {
  const ended = withOutcome(runningAttempt(attempts), event, cargo);
  return { attempts: [...attempts.slice(0, -1), ended], error: ended.failure };
}

function withOutcome(running: AttemptRecord, event: Outcome, cargo: Cargo): AttemptRecord {
  if (event.type === "deadline.reached") return { ...running, failure: unknownOutcome(event.restarted, cargo) };
  const { trace, startedAtMs, durationMs, httpStatus } = event;
  const ended = { ...running, ...trace, startedAtMs, durationMs, httpStatus };
  return event.type === "attempt.failed" ? { ...ended, failure: event.failure } : ended;
}

const unknownOutcome = (isRestarted: boolean, cargo: Cargo): AttemptFailure =>
  isRestarted ? interrupted(sent[cargo.kind]) : lost(cargo);

/** The last attempt was never made. */
export const dropAttempt = (context: DeliveryContext): Partial<DeliveryContext> => ({
  attempts: context.attempts.slice(0, -1),
});
