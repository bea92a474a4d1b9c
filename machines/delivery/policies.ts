import { given } from "../effects.ts";
import type { Cargo } from "../tells.ts";
import type { DeliveryContext, DeliveryEvent } from "./delivery.types.ts";

/** The number, distance and duration of attempts. */
type DeliveryPolicy = GridPolicy | BackoffPolicy;

/** Attempts start at fixed distances from the first. Source: DEL-01 to DEL-03. */
interface GridPolicy {
  readonly kind: "grid";
  readonly attemptsMax: number;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly outcomeGraceMs: number;
}
/** Each attempt starts a delay after the end of the last one. Source: WH-36. */
interface BackoffPolicy {
  readonly kind: "backoff";
  readonly attemptsMax: number;
  /** Delays before the second attempt, the third and so on. */
  readonly delaysMs: readonly number[];
  readonly timeoutMs: number;
  /** How much later than `timeoutMs` the outcome may arrive: the body, which may be a long log, is built first. A restart does not wait. */
  readonly outcomeGraceMs: number;
}

/** Surfaces A and B: 3 attempts at 0, 3 and 6 s, 3 s each. Source: DEL-01 to DEL-03, BOT-17, BOT-18. */
const gridPolicy: GridPolicy = {
  kind: "grid",
  attemptsMax: 3,
  intervalMs: 3_000,
  timeoutMs: 3_000,
  outcomeGraceMs: 5_000,
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Source: WH-36. */
const delaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
const webhookPolicy: BackoffPolicy = {
  kind: "backoff",
  attemptsMax: 10,
  delaysMs,
  timeoutMs: 10 * secondMs,
  outcomeGraceMs: minuteMs,
};
/** A mail server takes long for a long log. */
const mailPolicy: BackoffPolicy = { ...webhookPolicy, timeoutMs: 30 * secondMs };

const policies = { message: gridPolicy, bot_event: gridPolicy, webhook: webhookPolicy, mail: mailPolicy } as const;

export const policyFor = ({ kind }: Cargo): DeliveryPolicy => policies[kind];

/** The number of attempts in the present series, including a running one. */
export const seriesLength = (context: DeliveryContext): number => context.attempts.length - context.seriesOffset;

/** Source: WH-37. */
const retryAfterMaxMs = 24 * hourMs;

/**
 * When the next attempt of the series is due. With a grid: on the grid of the first one, and at least one interval after the
 * last. With backoff: a delay after the end of the last. An attempt that was not begun is due already. Source: DEL-02,
 * DEL-24, WH-36, WH-37, WH-42.
 */
export function dueAtMs(context: DeliveryContext, event: DeliveryEvent): number {
  if (event.type === "attempt.withdrawn") return event.nowMs;
  const policy = policyFor(context.cargo);
  return policy.kind === "grid" ? dueOnGridMs(context, event, policy) : dueAfterMs(context, event, policy);
}

function dueOnGridMs(context: DeliveryContext, event: DeliveryEvent, policy: GridPolicy): number {
  const { attempts, seriesOffset } = context;
  const { intervalMs } = policy;
  const first = given(attempts[seriesOffset], "the first attempt of the series");
  const last = given(attempts.at(-1), "a last attempt");
  // Of an attempt without an outcome, only the latest time is known at which it may have left.
  const lastMs =
    event.type === "deadline.reached" ? Math.min(event.atMs - latestOutcomeMs(policy), event.nowMs) : last.startedAtMs;
  return Math.max(first.startedAtMs + intervalMs * seriesLength(context), lastMs + intervalMs);
}

/** Milliseconds after the start of the attempt. */
export const latestOutcomeMs = ({ timeoutMs, outcomeGraceMs }: DeliveryPolicy): number => timeoutMs + outcomeGraceMs;

function dueAfterMs(context: DeliveryContext, event: DeliveryEvent, policy: BackoffPolicy): number {
  const delayMs = given(policy.delaysMs[seriesLength(context) - 1], "a delay before the next attempt");
  const lengthenedMs = Math.floor(delayMs * (1 + lengthenedByMax * chanceOf(context)));
  const retryAfterMs = event.type === "attempt.failed" ? (event.retryAfterMs ?? 0) : 0;
  return event.nowMs + Math.max(lengthenedMs, Math.min(retryAfterMs, retryAfterMaxMs));
}

const lengthenedByMax = 0.2;

/**
 * A number from 0 to 1, as good as random. It is computed from the delivery's id, which has 80 random bits, so that a machine stays a
 * function of its input. The same id and attempt give the same number on every computer. FNV-1a with one more mixing step.
 */
function chanceOf({ id, attempts }: DeliveryContext): number {
  let hash = 0x811c9dc5;
  for (const character of `${id}/${attempts.length}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) / 0xffffffff;
}
