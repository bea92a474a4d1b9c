import { errors } from "undici";
import type { AttemptTrace } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, FailureKind } from "../../../machines/tells.ts";
import { toWellFormed } from "../../codec/text/text.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import { BadStatusError, EndlessAnswerError, ExchangeTimeoutError, NoConnectionError, timedOut } from "./exchange.ts";

/** The name of the receiver in sentences for people. */
export type Asked =
  | "customer system"
  | "bot"
  | "bot's token endpoint"
  | "receiver"
  | "call gateway"
  | "server of the keys";

/** The service shuts down and ends this request. */
export class OutboundClosedError extends Error {
  override readonly name: string = "OutboundClosedError";
}

/** The service shuts down, and this request never began. */
export class NotBegunError extends OutboundClosedError {
  override readonly name = "NotBegunError";
}

const closedEarly = (who: Asked): string => `The ${who} closed the connection before it had answered.`;
const unresolved = (who: Asked): string => `The address of the ${who} could not be resolved.`;
const sentences: Readonly<Record<string, (who: Asked) => string>> = {
  ECONNREFUSED: (who) => `The ${who} refused the connection.`,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: closedEarly,
};

const notHttp = [errors.HTTPParserError, errors.HeadersOverflowError, EndlessAnswerError, BadStatusError];

/** Explains to the agent why there is no response. Returns `null` for a defect, which no network causes. Source: DEL-13, BOT-20. */
export function explainError(error: unknown, timeoutMs: number, who: Asked): AttemptFailure | null {
  if (error instanceof RefusedTargetError) return failure("refused_target", error.message);
  if (error instanceof OutboundClosedError) {
    return failure("interrupted", "The attempt was interrupted because the service is shutting down.");
  }
  if (error instanceof ExchangeTimeoutError)
    return failure("timeout", `The ${who} did not answer within ${timeoutMs / 1000} s.`);
  if (error instanceof NoConnectionError)
    return failure("timeout", `No connection to the ${who} was made within ${(error.afterMs / 1000).toFixed(1)} s.`);
  if (notHttp.some((kind) => error instanceof kind)) {
    return failure("unexpected_answer", `The ${who}'s answer is not valid HTTP.`);
  }
  const code = codeOf(error);
  return code === null ? null : failure("connection", sentenceOf(code, who));
}

/** Explains an HTTP status of failure to the agent. Source: DEL-07, DEL-13, BOT-20. */
export function explainStatus(status: number, who: Asked): string {
  if (status >= 300 && status < 400) {
    return `The ${who} answered with a redirect (HTTP ${status}), which is not followed.`;
  }
  return `The ${who} answered HTTP ${status}.`;
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function sentenceOf(code: string, who: Asked): string {
  if (isCertificateCode(code)) return `The certificate of the ${who} was not accepted (${code}).`;
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return `The ${who} could not be reached over TLS (${code}).`;
  }
  return sentences[code]?.(who) ?? `The ${who} could not be reached (${code}).`;
}

const failure = (kind: FailureKind, message: string): AttemptFailure => ({ kind, code: kind, message });

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|^ERR_TLS_/.test(code);

/** An error on its way to another thread, which keeps no class. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | null;
  /** Of a `NoConnectionError`. */
  readonly afterMs: number;
}

export function factsOfError(error: unknown): ErrorFacts {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const afterMs = error instanceof NoConnectionError ? error.afterMs : 0;
  return {
    name: notHttp.some((kind) => error instanceof kind) ? "BadStatusError" : name,
    message,
    stack,
    code: codeOf(error),
    afterMs,
  };
}

/** Returns an error that `explainError` explains like the first one. */
export function restoreError({ name, message, stack, code, afterMs }: ErrorFacts): Error {
  if (name === timedOut.name) return timedOut;
  if (name === "RefusedTargetError") return new RefusedTargetError(message);
  if (name === "NoConnectionError") return new NoConnectionError(afterMs, new Error(message));
  if (name === "BadStatusError") return new BadStatusError(message);
  return Object.assign(new Error(message), { name, stack, ...(code !== null && { code }) });
}

/** How much of a response the delivery log stores. Source: DEL-28. */
const answerBytesKept = 1024;
const encoder = new TextEncoder();
const room = new Uint8Array(answerBytesKept);

/** The trace of an attempt without a request or a response. */
export const noTrace: AttemptTrace = { address: null, answer: null, note: null };

/** Returns the first 1 KiB of a text in UTF-8, and never splits a character. */
export function startOfAnswer(text: string): string {
  // A character has at most three bytes for each UTF-16 unit.
  if (text.length * 3 <= answerBytesKept) return text;
  const { written } = encoder.encodeInto(text, room);
  return Buffer.from(room.buffer, 0, written).toString();
}

const mask = "***";
/** A shorter secret can be a part of any word, so it is masked only as a whole word. */
const lengthMin = 6;
const special = /[\\^$.*+?()[\]{}|]/g;

/** The secrets of a target are the same list for all its answers. */
const formsOf = new WeakMap<readonly string[], readonly string[]>();

/** Masks every secret in a text, also in its URL encoding, because a response can repeat the request. Source: AUTH-14. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let forms = formsOf.get(secrets);
  if (forms === undefined) {
    const both = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(toWellFormed(secret))]));
    // A secret can be the start of a longer one. The longer one comes first, so that no end of it stays.
    forms = [...both].sort((one, other) => other.length - one.length);
    formsOf.set(secrets, forms);
  }
  return forms.reduce(hide, text);
}

function hide(text: string, secret: string): string {
  if (secret === "" || !text.includes(secret)) return text;
  if (secret.length >= lengthMin) return text.replaceAll(secret, mask);
  return text.replaceAll(new RegExp(`(?<![\\w-])${secret.replace(special, "\\$&")}(?![\\w-])`, "g"), mask);
}
