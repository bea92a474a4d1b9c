import { errors } from "undici";
import type { AttemptFailure, FailureKind } from "../../machines/delivery/delivery.types.ts";
import { RefusedTargetError } from "./address-guard.ts";
import { ExchangeTimeoutError } from "./exchange.ts";

/** The service is shutting down: what runs ends now. */
export class OutboundClosedError extends Error {
  override readonly name = "OutboundClosedError";
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The customer system refused the connection.",
  ENOTFOUND: "The address of the customer system could not be resolved.",
  EAI_AGAIN: "The address of the customer system could not be resolved.",
  ECONNRESET: "The customer system closed the connection before it had answered.",
  EPIPE: "The customer system closed the connection before it had answered.",
  UND_ERR_SOCKET: "The customer system closed the connection before it had answered.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The customer system closed the connection before it had answered.",
};

/** Why there is no answer, in words for the agent; `null` for what no network does: a defect. Source: DEL-13. */
export function explainError(error: unknown, timeoutMs: number): AttemptFailure | null {
  if (error instanceof RefusedTargetError) return failure("refused_target", error.message);
  if (error instanceof OutboundClosedError) {
    return failure("interrupted", "The attempt was interrupted because the service is shutting down.");
  }
  if (isTimeout(error)) return failure("timeout", `The customer system did not answer within ${timeoutMs / 1000} s.`);
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return failure("unexpected_answer", "The customer system's answer is not valid HTTP.");
  }
  const code = codeOf(error);
  return code === null ? null : failure("connection", sentenceOf(code));
}

function sentenceOf(code: string): string {
  if (isCertificateCode(code)) return `The certificate of the customer system was not accepted (${code}).`;
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return `The customer system could not be reached over TLS (${code}).`;
  }
  return sentences[code] ?? `The customer system could not be reached (${code}).`;
}

const failure = (kind: FailureKind, message: string): AttemptFailure => ({ kind, code: kind, message });

function isTimeout(error: unknown): boolean {
  return error instanceof ExchangeTimeoutError || error instanceof errors.ConnectTimeoutError;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|^ERR_TLS_/.test(code);
