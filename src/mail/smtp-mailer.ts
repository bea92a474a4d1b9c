import type { AttemptFailure, FailureKind } from "../../machines/tells.ts";
import type { SmtpServer } from "../codec/mail/smtp-url.ts";
import { readSmtpUrl, smtpUrlForm } from "../codec/mail/smtp-url.ts";
import { assert } from "../core/assert.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer, MailOutcome, OutboundMail } from "../ports/mailer.ts";
import type { ServerAnswers } from "./server-answer.ts";
import { createServerAnswers } from "./server-answer.ts";
import type { SmtpTransport } from "./smtp-transport.ts";
import { connectionsMax, createSmtpTransport } from "./smtp-transport.ts";
import type { SenderAddress } from "./to-message.ts";
import { toMessage, toSender } from "./to-message.ts";

export interface SmtpMailerOptions {
  /** `null` when no mail server is configured. */
  readonly smtp: SmtpSettings | null;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  /** An idle connection is closed after this time. */
  readonly idleMs?: number;
  /** PEM of authorities that are trusted instead of those of Node.js. Only tests set it. */
  readonly certificateAuthorities?: readonly string[];
}

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if needed. A secret. */
  readonly url: string;
  /** The e-mail address of the sender. */
  readonly from: string;
}

const usualIdleMs = 10_000;

/** Sends mail through the configured server. Source: WH-27. */
export function createSmtpMailer({ smtp, clock, log, idleMs = usualIdleMs, ...tls }: SmtpMailerOptions): Mailer {
  if (smtp === null) return createNoMailer(clock);
  const server = readSmtpUrl(smtp.url);
  assert(server !== null, `smtp.url is not allowed; expected ${smtpUrlForm}`);
  return new SmtpMailer({
    server,
    sender: toSender(smtp.from),
    clock,
    log,
    transport: createSmtpTransport(server, { idleMs, ...tls }),
  });
}

const createNoMailer = (clock: Clock): Mailer => ({
  async send() {
    const failure = { kind: "no_target", code: "no_target", message: "No mail server is configured (smtp)." } as const;
    return { ...atOnce(clock), httpStatus: null, failure, trace: noTrace, isFinal: true };
  },
  close: async () => undefined,
});

interface MailerParts {
  readonly server: SmtpServer;
  readonly sender: SenderAddress;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  readonly transport: SmtpTransport;
}

const noTrace = { address: null, answer: null, note: null };

class SmtpMailer implements Mailer {
  readonly #parts: MailerParts;
  readonly #answers: ServerAnswers;
  /** The address for the delivery log, without the user. Source: DEL-28. */
  readonly #address: string;
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor(parts: MailerParts) {
    const { host, port, isTlsFromStart, user } = parts.server;
    this.#parts = parts;
    this.#answers = createServerAnswers(user);
    this.#address = `${isTlsFromStart ? "smtps" : "smtp"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  async send(mail: OutboundMail): Promise<MailOutcome> {
    const { clock, log } = this.#parts;
    const startedAtMs = clock.nowMs();
    const outcome = await this.#attempt(mail, startedAtMs);
    const durationMs = clock.nowMs() - startedAtMs;
    const { failure, trace } = outcome;
    const about = { deliveryId: mail.messageId, durationMs };
    if (failure !== null) log.info({ ...about, failure }, "Attempt to send a mail failed");
    else if (trace.note !== null) log.info({ ...about, note: trace.note }, "Sent a mail");
    return { startedAtMs, durationMs, httpStatus: null, ...outcome };
  }

  async #attempt(mail: OutboundMail, startedAtMs: number): Promise<Verdict> {
    const { clock, transport, sender } = this.#parts;
    const controller = new AbortController();
    if (this.#isClosed) controller.abort(new MailerClosedError());
    const alarm = clock.wakeAt(startedAtMs + mail.timeoutMs, () => controller.abort(new MailTimeoutError()));
    this.#running.add(controller);
    try {
      const sent = await onLiveConnection(() => {
        return transport.sendMail({ ...toMessage(mail, sender), signal: controller.signal });
      });
      return this.#delivered(sent, mail.to.length);
    } catch (error) {
      return this.#failed(error, mail);
    } finally {
      alarm.cancel();
      this.#running.delete(controller);
    }
  }

  #delivered({ response, rejected }: SentMail, recipients: number): Verdict {
    const note = rejected.length === 0 ? null : `${rejected.length} of ${recipients} recipients were refused`;
    const trace = { address: this.#address, answer: this.#answers.lastLine(response), note };
    return { failure: null, trace, isFinal: false };
  }

  #failed(error: unknown, { messageId: deliveryId, timeoutMs }: OutboundMail): Verdict {
    const verdict = explainMailError(error, timeoutMs, this.#answers);
    const address = this.#address;
    if (verdict === null) {
      this.#parts.log.error({ deliveryId, err: error }, "An attempt failed because of a defect");
      return { failure: defect, trace: { ...noTrace, address }, isFinal: false };
    }
    const { failure, isFinal, answer } = verdict;
    return { failure, isFinal, trace: { ...noTrace, address, answer: answer && this.#answers.lastLine(answer) } };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#running) controller.abort(new MailerClosedError());
    this.#parts.transport.close({ force: true });
  }
}

/** The server may have closed each kept connection. Then nothing of the mail was sent over it. */
async function onLiveConnection<Sent>(send: () => Promise<Sent>): Promise<Sent> {
  for (let kept = connectionsMax; kept > 0; kept -= 1) {
    try {
      return await send();
    } catch (error) {
      if (!wasNeverUsed(error)) throw error;
    }
  }
  return send();
}

type Verdict = Pick<MailOutcome, "failure" | "trace" | "isFinal">;

interface SentMail {
  readonly response: string;
  readonly rejected: readonly string[];
}

const defect: AttemptFailure = {
  kind: "connection",
  code: "connection",
  message: "The mail could not be sent because of an error in the service.",
};

const atOnce = (clock: Clock) => ({ startedAtMs: clock.nowMs(), durationMs: 0 });

/** The attempt timed out. */
class MailTimeoutError extends Error {
  override readonly name = "MailTimeoutError";
}
/** The service shuts down and ends this attempt. */
class MailerClosedError extends Error {
  override readonly name = "MailerClosedError";
}

/** The meaning of a failed attempt. */
interface MailVerdict {
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
function explainMailError(error: unknown, timeoutMs: number, answers: ServerAnswers): MailVerdict | null {
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
function wasNeverUsed(error: unknown): boolean {
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
