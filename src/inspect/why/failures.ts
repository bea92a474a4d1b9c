import type { AttemptRecord } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { AttemptFailure, Cargo } from "../../../machines/tells.ts";
import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { failureOf } from "./failure.ts";
import { say, spanOf } from "./words.ts";

const isSame = (one: AttemptFailure | null, other: AttemptFailure | null): boolean =>
  one?.kind === other?.kind && one?.code === other?.code && one?.message === other?.message;

/**
 * Gives one clause for the failed attempts: the common failure when all failed alike, else the failure of the last attempt. Null without a
 * failed attempt.
 */
export function failuresOf(attempts: readonly AttemptRecord[], cargo: Cargo): WhyPhrase | null {
  const failed = attempts.filter((attempt) => attempt.failure !== null);
  const last = failed.at(-1);
  if (last?.failure === undefined || last.failure === null) return null;
  const failure = failureOf(last.failure, cargo);
  const n = failed.length;
  if (n === 1) return failure;
  const isAlways = failed.every((attempt) => isSame(attempt.failure, last.failure));
  const policy = policyFor(cargo);
  // Attempts to a customer system or a bot have fixed intervals. Others have growing ones.
  return policy.kind === "grid"
    ? say(isAlways ? "timesAtIntervals" : "lastAtIntervals", { failure, n, span: spanOf(policy.intervalMs) })
    : say(isAlways ? "timesWithin" : "lastWithin", { failure, n, span: spanOf(spanOfAttempts(failed)) });
}

const spanOfAttempts = (attempts: readonly AttemptRecord[]): number =>
  (attempts.at(-1)?.startedAtMs ?? 0) - (attempts[0]?.startedAtMs ?? 0);

/** Whether the failure comes from the last attempt. A cancelled delivery has another reason. */
export const isOutcomeOf = (failure: AttemptFailure, attempt: AttemptRecord | undefined): boolean =>
  attempt !== undefined && isSame(failure, attempt.failure);
