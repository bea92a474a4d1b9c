import type { AttemptFailure, AttemptRecord, Cargo } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import { spanOf } from "./words.ts";

/** Who gets what a delivery carries. */
export const receivers: { readonly [Kind in Cargo["kind"]]: string } = {
  message: "the customer system",
  bot_event: "the bot",
  webhook: "the owner’s server",
  mail: "the mail server",
};

/** Why something failed, as a part of a sentence. What others answered stands in quotes, as they said it. */
export function clauseOf({ kind, message }: AttemptFailure, cargo: Cargo): string {
  const isOurs = kind !== "error_answer" || /^The (customer system|receiver|bot) answered\b/.test(message);
  if (!isOurs) return `${receivers[cargo.kind]} answered “${message}”`;
  const clause = message.replace(/\.$/, "").replace(/^(The|It) /, (word) => word.toLowerCase());
  return cargo.kind === "webhook" ? clause.replace(/^the receiver\b/, receivers.webhook) : clause;
}

const timesWords = ["never", "once", "twice", "three times"];
const times = (number: number): string => timesWords[number] ?? `${number} times`;

const isSame = (one: AttemptFailure | null, other: AttemptFailure | null): boolean =>
  one?.kind === other?.kind && one?.code === other?.code && one?.message === other?.message;

/** What attempts that failed came to: one clause for all that failed alike, else the last one's. */
export function clauseOfAttempts(attempts: readonly AttemptRecord[], cargo: Cargo): string {
  const failed = attempts.filter(({ failure }) => failure !== null);
  const last = failed.at(-1);
  if (last?.failure === undefined || last.failure === null) return "";
  const clause = clauseOf(last.failure, cargo);
  if (failed.length === 1) return clause;
  const apart = apartOf(failed, cargo);
  return failed.every(({ failure }) => isSame(failure, last.failure))
    ? `${clause}${clause.endsWith("”") ? "" : ","} ${times(failed.length)} ${apart}`
    : `${clause}, the last of ${failed.length} attempts ${apart}`;
}

/** Attempts to a customer system and to a bot start at fixed distances; the others farther and farther apart. */
function apartOf(attempts: readonly AttemptRecord[], cargo: Cargo): string {
  const policy = policyFor(cargo);
  const lastMs = attempts.at(-1)?.startedAtMs ?? 0;
  return policy.kind === "grid"
    ? `at ${spanOf(policy.intervalMs)} intervals`
    : `within ${spanOf(lastMs - (attempts[0]?.startedAtMs ?? lastMs))}`;
}

/** Whether the last attempt is what it failed with: what was called off says another reason. */
export const isOutcomeOf = (failure: AttemptFailure, attempt: AttemptRecord | undefined): boolean =>
  attempt !== undefined && isSame(failure, attempt.failure);
