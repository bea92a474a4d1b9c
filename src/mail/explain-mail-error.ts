import type { AttemptFailure, FailureKind } from "../../machines/delivery/delivery.types.ts";
import type { ServerAnswers } from "./server-answer.ts";

/** The attempt timed out. */
export class MailTimeoutError extends Error {
  override readonly name = "MailTimeoutError";
}
/** The service shuts down and ends this attempt. */
export class MailerClosedError extends Error {
  override readonly name = "MailerClosedError";
}

/** The meaning of a failed attempt. */
export interface MailVerdict {
  readonly failure: AttemptFailure;
  /** The server refused this mail permanently. */
  readonly isFinal: boolean;
  /** The server's response, if any. */
  readonly answer: string | null;
}

const unresolved = "The address of the mail server could not be resolved.";
const closedEarly = "The mail server closed the connection before it had accepted the mail.";
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The mail server refused the connection.",
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EDNS: unresolved,
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ECONNECTION: closedEarly,
  ETLS: "The mail server could not be reached over TLS.",
  EAUTH: "The mail server offers no supported method to sign in with the user and password of smtp.url.",
};

/** The server refused the sender and not the mail. The operator can fix that. Source: RFC 4954, section 6. */
const signInCodes: readonly number[] = [530, 534, 535, 538];
/** The commands that transfer a mail. All other commands concern the session. */
const handOverCodes: readonly (string | null)[] = ["EENVELOPE", "EMESSAGE"];
/** A wrong order of commands. Another session can succeed. Source: RFC 5321, section 4.2. */
const badSequence = 503;

/** Explains to people why a mail was not accepted. Returns `null` for a defect, which no mail server causes. */
export function explainMailError(error: unknown, timeoutMs: number, answers: ServerAnswers): MailVerdict | null {
  const { code, systemCode, cause, answer, status } = readError(error);
  if (cause instanceof MailerClosedError) {
    return withoutAnswer("interrupted", "The attempt was interrupted because the service is shutting down.");
  }
  if (cause instanceof MailTimeoutError || code === "ETIMEDOUT") {
    return withoutAnswer("timeout", `The mail server did not accept the mail within ${timeoutMs / 1000} s.`);
  }
  if (answer !== null && status !== null) return answered({ code, answer, status }, answers);
  if (code === "EPROTOCOL") return withoutAnswer("unexpected_answer", "The mail server's answer is not SMTP.");
  const sentence = sentenceOf(code, systemCode);
  return sentence === null ? null : withoutAnswer("connection", sentence);
}

/** The server closed the connection silently before anything was sent. In all other cases the library names a command. */
export function wasNeverUsed(error: unknown): boolean {
  const { code, command } = readError(error);
  return code === "ECONNECTION" && command === null;
}

interface Answered {
  readonly code: string | null;
  readonly answer: string;
  readonly status: number;
}

function answered({ code, answer, status }: Answered, answers: ServerAnswers): MailVerdict {
  const isAboutMail = handOverCodes.includes(code) && !signInCodes.includes(status);
  const isFinal = isAboutMail && status >= 500 && status !== badSequence;
  const message = answers.explain(openingOf({ code, status, isFinal, isAboutMail }), answer);
  return { failure: { kind: "error_answer", code: String(status), message }, isFinal, answer };
}

function openingOf({
  code,
  status,
  isFinal,
  isAboutMail,
}: Pick<Answered, "code" | "status"> & { readonly isFinal: boolean; readonly isAboutMail: boolean }): string {
  if (isFinal) return "The mail server refused the mail:";
  if (isAboutMail) return "The mail server deferred the mail:";
  if (code === "ETLS") return "The mail server did not begin TLS:";
  if (code === "EAUTH" || signInCodes.includes(status)) {
    return "The mail server did not accept the user and password of smtp.url:";
  }
  return "The mail server ended the session:";
}

function sentenceOf(code: string | null, systemCode: string | null): string | null {
  if (systemCode !== null && isCertificateCode(systemCode)) {
    return `The certificate of the mail server was not accepted (${systemCode}).`;
  }
  if (systemCode !== null && /^ERR_SSL_|^EPROTO$/.test(systemCode)) {
    return `The mail server could not be reached over TLS (${systemCode}).`;
  }
  const known = sentences[systemCode ?? ""] ?? sentences[code ?? ""];
  if (known !== undefined) return known;
  return code === "ESOCKET" ? `The mail server could not be reached (${systemCode ?? code}).` : null;
}

const isCertificateCode = (code: string): boolean => /CERT|SIGNATURE|ISSUER|^ERR_TLS_/.test(code);

const withoutAnswer = (kind: FailureKind, message: string): MailVerdict => ({
  failure: { kind, code: kind, message },
  isFinal: false,
  answer: null,
});

/** The fields of the library's errors besides their messages. */
function readError(error: unknown) {
  const found: Partial<Record<"code" | "originalCode" | "command" | "cause" | "response" | "responseCode", unknown>> =
    error instanceof Error ? error : {};
  const { code, originalCode, command, cause, response, responseCode } = found;
  return {
    code: typeof code === "string" ? code : null,
    systemCode: typeof originalCode === "string" ? originalCode : null,
    command: typeof command === "string" ? command : null,
    cause,
    answer: typeof response === "string" ? response : null,
    status: typeof responseCode === "number" ? responseCode : null,
  };
}
