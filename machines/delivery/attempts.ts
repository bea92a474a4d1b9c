import type {
  AttemptFailure,
  AttemptRecord,
  Cargo,
  DeliveryContext,
  DeliveryEvent,
  DeliveryPolicy,
} from "./delivery.types.ts";

/** Surface A: 3 attempts at 0, 3 and 6 s, 3 s each. Source: DEL-01 to DEL-03. */
const customerPolicy: DeliveryPolicy = { attemptsMax: 3, intervalMs: 3_000, timeoutMs: 3_000 };

/** Surface B: 3 requests at 0, 3 and 6 s, 3 s each. Source: BOT-17, BOT-18. */
const botPolicy: DeliveryPolicy = { attemptsMax: 3, intervalMs: 3_000, timeoutMs: 3_000 };

export const policyFor = (cargo: Cargo): DeliveryPolicy => (cargo.kind === "message" ? customerPolicy : botPolicy);

/** Source: DEL-25. */
const interrupted = (what: string): AttemptFailure => ({
  kind: "interrupted",
  code: "interrupted",
  message: `The service was restarted during the last attempt; whether the ${what} arrived is unknown.`,
});

/** Source: DEL-03, BOT-17: no outcome within the time an attempt may take. */
const lost = (who: string): AttemptFailure => ({
  kind: "timeout",
  code: "timeout",
  message: `The ${who} did not answer within 3 s.`,
});

/** Attempts made in the present series, a running one included. */
export const seriesLength = (context: DeliveryContext): number => context.attempts.length - context.seriesOffset;

/**
 * When the next attempt of the series is due: on the grid of the first one, and never less than one interval
 * after the last. Source: DEL-02, DEL-24.
 */
export function dueAtMs(context: DeliveryContext): number {
  const { intervalMs } = context.policy;
  const first = context.attempts[context.seriesOffset];
  const last = context.attempts.at(-1);
  if (first === undefined || last === undefined) return 0;
  return Math.max(first.startedAtMs + intervalMs * seriesLength(context), last.startedAtMs + intervalMs);
}

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

function unknownOutcome(isRestarted: boolean, { kind }: Cargo): AttemptFailure {
  if (isRestarted) return interrupted(kind === "message" ? "message" : "event");
  return lost(kind === "message" ? "customer system" : "bot");
}

/** The last attempt never took place. */
export const dropAttempt = (context: DeliveryContext): Partial<DeliveryContext> => ({
  attempts: context.attempts.slice(0, -1),
});
