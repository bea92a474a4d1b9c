import type { AttemptFailure, AttemptRecord, Cargo, DeliveryContext, DeliveryEvent } from "./delivery.types.ts";
import { policyFor } from "./policies.ts";

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

export function startAttempt(context: DeliveryContext, event: DeliveryEvent): Partial<DeliveryContext> {
  const attempt: AttemptRecord = {
    number: context.attempts.length + 1,
    // One that begins with the delivery itself begins when that does: no event of its own says so.
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

/** Writes the outcome into the running attempt; the last outcome is what the agent is shown. Source: DEL-13. */
export function endAttempt(context: DeliveryContext, event: DeliveryEvent): Partial<DeliveryContext> {
  const running = context.attempts.at(-1);
  if (running === undefined) return {};
  const ended = withOutcome(running, event, context.cargo);
  return { attempts: [...context.attempts.slice(0, -1), ended], error: ended.failure };
}

function withOutcome(running: AttemptRecord, event: DeliveryEvent, cargo: Cargo): AttemptRecord {
  switch (event.type) {
    case "attempt.succeeded":
      return {
        ...running,
        ...event.trace,
        startedAtMs: event.startedAtMs,
        durationMs: event.durationMs,
        httpStatus: event.httpStatus,
      };
    case "attempt.failed":
      return {
        ...running,
        ...event.trace,
        startedAtMs: event.startedAtMs,
        durationMs: event.durationMs,
        httpStatus: event.httpStatus,
        failure: event.failure,
      };
    case "deadline.reached":
      return { ...running, failure: unknownOutcome(event.restarted, cargo) };
    default:
      return running;
  }
}

const unknownOutcome = (isRestarted: boolean, cargo: Cargo): AttemptFailure =>
  isRestarted ? interrupted(sent[cargo.kind]) : lost(cargo);

/** The last attempt never took place. */
export const dropAttempt = (context: DeliveryContext): Partial<DeliveryContext> => ({
  attempts: context.attempts.slice(0, -1),
});
