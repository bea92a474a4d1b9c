import type { AttemptFailure, AttemptRecord, Cargo } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import { spanOf } from "./words.ts";

/** The receiver of each kind of cargo. */
export const receivers: { readonly [Kind in Cargo["kind"]]: string } = {
  message: "the customer system",
  bot_event: "the bot",
  webhook: "the owner’s server",
  mail: "the mail server",
};

/** Gives the reason of a failure as a clause. Responses of others are quoted literally. */
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

/** Gives one clause for failed attempts: a common one when all failed alike, else the one of the last attempt. */
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

/** Attempts to a customer system or a bot have fixed intervals. Others have growing ones. */
function apartOf(attempts: readonly AttemptRecord[], cargo: Cargo): string {
  const policy = policyFor(cargo);
  const lastMs = attempts.at(-1)?.startedAtMs ?? 0;
  return policy.kind === "grid"
    ? `at ${spanOf(policy.intervalMs)} intervals`
    : `within ${spanOf(lastMs - (attempts[0]?.startedAtMs ?? lastMs))}`;
}

/** Whether the failure comes from the last attempt. A cancelled delivery has another reason. */
export const isOutcomeOf = (failure: AttemptFailure, attempt: AttemptRecord | undefined): boolean =>
  attempt !== undefined && isSame(failure, attempt.failure);
