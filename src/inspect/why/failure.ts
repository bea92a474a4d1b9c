import type { AttemptRecord } from "../../../machines/delivery/delivery.types.ts";
import { policyFor } from "../../../machines/delivery/policies.ts";
import type { AttemptFailure, Cargo } from "../../../machines/tells.ts";
import type { Words } from "./sentences.ts";
import { say, spanOf } from "./sentences.ts";

const receivers: { readonly [Kind in Cargo["kind"]]: string } = {
  message: "the customer system",
  bot_event: "the bot",
  webhook: "the owner’s server",
  mail: "the mail server",
};

/** The receiver of a cargo. */
export const receiverOf = ({ kind }: Cargo): string => receivers[kind];

/** An answer of the other side that the service describes in its own words. */
const describedAnswer = /^The (?:customer system|receiver|bot|bot's token endpoint) answered\b/;

/**
 * Gives the reason of a failure as a clause. The stored message is a sentence for agents. A known sentence is recognized by its form, so
 * that the clause fits here. A text of the other side is quoted.
 */
export function failureOf(failure: AttemptFailure, cargo: Cargo): Words {
  const { kind, message } = failure;
  const isQuoted = kind === "error_answer" && cargo.kind !== "mail" && !describedAnswer.test(message);
  if (isQuoted) return say`${receiverOf(cargo)} answered “${message}”`;
  const receiver = receiverIn(message) ?? receiverOf(cargo);
  return ownClause(failure, { receiver, cargo }) ?? say`${clauseOf(message)}`;
}

interface Circumstances {
  readonly receiver: string;
  readonly cargo: Cargo;
}

function ownClause(failure: AttemptFailure, { receiver, cargo }: Circumstances): Words | null {
  const { message } = failure;
  const status = /\bHTTP (\d{3})\b/.exec(message)?.[1];
  const code = /\(([A-Z][A-Z0-9_]+)\)/.exec(message)?.[1];
  switch (failure.kind) {
    case "http_status":
      if (status === undefined) return null;
      if (message.includes(" redirect "))
        return say`${receiver} answered with a redirect (HTTP ${status}), which is not followed`;
      return message.includes("instead of 200")
        ? say`${receiver} answered HTTP ${status} instead of 200`
        : say`${receiver} answered HTTP ${status}`;
    case "timeout":
      return say`${receiver} did not ${cargo.kind === "mail" ? "accept the mail" : "answer"} within ${spanOf(policyFor(cargo).timeoutMs)}`;
    case "gone":
      return say`${receiver} answered HTTP 410 and does not want this event`;
    case "interrupted":
      return message.includes("restarted")
        ? say`the service was restarted during the last attempt, and it is unknown whether the delivery arrived`
        : say`the attempt was interrupted because the service was shutting down`;
    case "connection":
      return connectionClause(message, receiver, code);
    case "unexpected_answer":
      return message.includes("valid HTTP") ? say`the answer of ${receiver} is not valid HTTP` : null;
    case "no_target":
      if (message.includes("webhook URL")) return say`the channel has no webhook URL any more`;
      return message.startsWith("The event ") ? say`the event is not stored any more` : null;
    default:
      return null;
  }
}

function connectionClause(message: string, receiver: string, code: string | undefined): Words | null {
  if (message.includes("refused the connection")) return say`${receiver} refused the connection`;
  if (message.includes("closed the connection")) return say`${receiver} closed the connection before it answered`;
  if (message.includes("could not be resolved")) return say`the address of ${receiver} could not be resolved`;
  if (code === undefined) return null;
  if (message.startsWith("The certificate ")) return say`the certificate of ${receiver} was not accepted (${code})`;
  if (message.includes("over TLS")) return say`${receiver} could not be reached over TLS (${code})`;
  return message.includes("could not be reached") ? say`${receiver} could not be reached (${code})` : null;
}

const named = [
  ["customer system", "the customer system"],
  ["bot's token endpoint", "the bot’s token endpoint"],
  ["bot", "the bot"],
  ["receiver", "the owner’s server"],
  ["mail server", "the mail server"],
] as const;

/** The receiver that a sentence of the service names. Undefined for a text of the other side. */
const receiverIn = (message: string): string | undefined =>
  named.find(([name]) => new RegExp(`^The (?:certificate of the |address of the )?${name}\\b`).test(message))?.[1];

/** A sentence of the service as a clause: no full stop, no capital. */
const clauseOf = (message: string): string =>
  message.replace(/\.$/, "").replace(/^(The|It|An|No|Nothing) /, (word) => word.toLowerCase());

const isSame = (one: AttemptFailure | null, other: AttemptFailure | null): boolean =>
  one?.kind === other?.kind && one?.code === other?.code && one?.message === other?.message;

/**
 * Gives one clause for the failed attempts: the common failure when all failed alike, else the failure of the last attempt. Null without a
 * failed attempt.
 */
export function failuresOf(attempts: readonly AttemptRecord[], cargo: Cargo): Words | null {
  const failed = attempts.filter((attempt) => attempt.failure !== null);
  const last = failed.at(-1);
  if (last?.failure === undefined || last.failure === null) return null;
  const failure = failureOf(last.failure, cargo);
  const n = failed.length;
  if (n === 1) return failure;
  const isAlways = failed.every((attempt) => isSame(attempt.failure, last.failure));
  const policy = policyFor(cargo);
  // Attempts to a customer system or a bot have fixed intervals. Others have growing ones.
  const spacing =
    policy.kind === "grid"
      ? say`at intervals of ${spanOf(policy.intervalMs)}`
      : say`within ${spanOf(spanOfAttempts(failed))}`;
  return isAlways ? say`${failure}, ${n} times ${spacing}` : say`${failure}, the last of ${n} attempts ${spacing}`;
}

const spanOfAttempts = (attempts: readonly AttemptRecord[]): number =>
  (attempts.at(-1)?.startedAtMs ?? 0) - (attempts[0]?.startedAtMs ?? 0);

/** Whether the failure comes from the last attempt. A cancelled delivery has another reason. */
export const isOutcomeOf = (failure: AttemptFailure, attempt: AttemptRecord | undefined): boolean =>
  attempt !== undefined && isSame(failure, attempt.failure);
