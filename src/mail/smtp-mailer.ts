import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { createTransport } from "nodemailer";
import type { AttemptFailure, FailureKind } from "../../machines/tells.ts";
import type { SmtpServer } from "../codec/mail/smtp-url.ts";
import { readSmtpUrl, smtpUrlForm } from "../codec/mail/smtp-url.ts";
import { cleanText, cutCodePoints } from "../codec/text/text.ts";
import { assert } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer, MailOutcome, OutboundMail } from "../ports/mailer.ts";

export interface SmtpMailerOptions {
  /** `null` when no mail server is configured. */
  readonly smtp: SmtpSettings | null;
  readonly clock: Clock;
  readonly log: Log;
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
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { smtp, clock, log, idleMs = usualIdleMs, certificateAuthorities } = options;
  if (smtp === null) return createNoMailer(clock);
  const server = readSmtpUrl(smtp.url);
  assert(server !== null, `smtp.url is not allowed; expected ${smtpUrlForm}`);
  const transport = createSmtpTransport(server, idleMs, certificateAuthorities);
  return new SmtpMailer(server, toSender(smtp.from), transport, clock, log);
}

const createNoMailer = (clock: Clock): Mailer => ({
  async send() {
    const failure = { kind: "no_target", code: "no_target", message: "No mail server is configured (smtp)." } as const;
    return { ...atOnce(clock), httpStatus: null, failure, trace: noTrace, isFinal: true };
  },
  close: async () => undefined,
});

const noTrace = { address: null, answer: null, note: null };

class SmtpMailer implements Mailer {
  readonly #sender: SenderAddress;
  readonly #transport: SmtpTransport;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #answers: ServerAnswers;
  /** The address for the delivery log, without the user. Source: DEL-28. */
  readonly #address: string;
  readonly #running = new Set<AbortController>();
  #isClosed = false;

  constructor(server: SmtpServer, sender: SenderAddress, transport: SmtpTransport, clock: Clock, log: Log) {
    const { host, port, isTlsFromStart, user } = server;
    this.#sender = sender;
    this.#transport = transport;
    this.#clock = clock;
    this.#log = log;
    this.#answers = createServerAnswers(user);
    this.#address = `${isTlsFromStart ? "smtps" : "smtp"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  async send(mail: OutboundMail): Promise<MailOutcome> {
    const startedAtMs = this.#clock.nowMs();
    const outcome = await this.#attempt(mail, startedAtMs);
    const durationMs = this.#clock.nowMs() - startedAtMs;
    const { failure, trace } = outcome;
    const about = { deliveryId: mail.messageId, durationMs };
    if (failure !== null) this.#log.info({ ...about, failure }, "Attempt to send a mail failed");
    else if (trace.note !== null) this.#log.info({ ...about, note: trace.note }, "Sent a mail");
    return { startedAtMs, durationMs, httpStatus: null, ...outcome };
  }

  async #attempt(mail: OutboundMail, startedAtMs: number): Promise<Verdict> {
    const controller = new AbortController();
    if (this.#isClosed) controller.abort(new MailerClosedError());
    const alarm = this.#clock.wakeAt(startedAtMs + mail.timeoutMs, () => controller.abort(new MailTimeoutError()));
    this.#running.add(controller);
    try {
      const sent = await onLiveConnection(() => {
        return this.#transport.sendMail({ ...toMessage(mail, this.#sender), signal: controller.signal });
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
      this.#log.error({ deliveryId, err: error }, "An attempt failed because of a defect");
      return { failure: defect, trace: { ...noTrace, address }, isFinal: false };
    }
    const { failure, isFinal, answer } = verdict;
    return { failure, isFinal, trace: { ...noTrace, address, answer: answer && this.#answers.lastLine(answer) } };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#running) controller.abort(new MailerClosedError());
    this.#transport.close({ force: true });
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

/** How much of a response the delivery log stores. Source: DEL-28. */
const answerBytesKept = 1024;
/** Source: DEL-16. */
const messageCodePointsMax = 500;
const mask = "***";

/** The server's response for people: one line, with the service's secrets masked. */
interface ServerAnswers {
  /** The complete response after `sentence`, as a message for people. */
  explain(sentence: string, answer: string): string;
  /** The last line of a response, for the log. */
  lastLine(answer: string): string;
}

function createServerAnswers(user: SmtpServer["user"]): ServerAnswers {
  const secrets = secretsOf(user);
  const clean = (text: string): string =>
    cleanText(secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text))
      .replaceAll(/\s+/g, " ")
      .trim();
  return {
    explain: (sentence, answer) => cutCodePoints(`${sentence} ${clean(answer)}`, messageCodePointsMax),
    lastLine: (answer) => startOf(clean(answer.trim().split("\n").at(-1) ?? "")),
  };
}

/** The password in each form that the service sends. Source: RFC 4616, and LOGIN. */
function secretsOf(user: SmtpServer["user"]): readonly string[] {
  if (user === null || user.password === "") return [];
  const { name, password } = user;
  const sent = [`\0${name}\0${password}`, password].map((text) => Buffer.from(text).toString("base64"));
  return [...sent, password];
}

/** Returns the first 1 KiB in UTF-8, and never splits a character. */
function startOf(text: string): string {
  const room = new Uint8Array(answerBytesKept);
  const { written } = new TextEncoder().encodeInto(text, room);
  return Buffer.from(room.buffer, 0, written).toString();
}

const connectionsMax = 2;
/** Longer than any attempt, because the attempt has its own timeout. */
const libraryTimeoutMs = 10 * 60_000;
const lastWordsMs = 1_000;

type SmtpTransport = ReturnType<typeof createSmtpTransport>;

/**
 * Opens few connections, keeps them for the next mail, and closes idle ones. It verifies certificates, and sends a password only
 * over TLS. A server on this machine is exempt from both, because no certificate has its name and nobody can listen in between.
 */
function createSmtpTransport(
  { host, port, isTlsFromStart, user }: SmtpServer,
  idleMs: number,
  certificateAuthorities: readonly string[] | undefined,
) {
  const isHere = ownNames.includes(host);
  return createTransport({
    pool: true,
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: user !== null && !isHere,
    tls: { rejectUnauthorized: !isHere, ...(certificateAuthorities && { ca: [...certificateAuthorities] }) },
    ...(user === null ? {} : { auth: { user: user.name, pass: user.password } }),
    maxConnections: connectionsMax,
    // The library would read the text of the mail twice. `smtp-mailer.ts` retries on another connection instead.
    maxRequeues: 0,
    idleTimeout: idleMs,
    connectionTimeout: libraryTimeoutMs,
    greetingTimeout: libraryTimeoutMs,
    socketTimeout: libraryTimeoutMs,
    dnsTimeout: libraryTimeoutMs,
    socketCloseTimeout: lastWordsMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const ownNames: readonly string[] = ["localhost", "127.0.0.1", "::1"];

/** The number of bytes that are encoded in one turn of the event loop. */
const pieceBytes = 16 * 1024;

/**
 * Converts a mail to the library's form: plain text in UTF-8, with the same bytes in every attempt. The message id has the sender's
 * host. Source: RFC 5322, section 3.6.4; RFC 3834, section 5.
 */
const toMessage = (
  { to, subject, text, messageId, dateMs, isByPerson }: OutboundMail,
  sender: SenderAddress,
): Omit<SendMailOptions, "signal"> => ({
  from: sender,
  to: to.map(toAddress),
  subject,
  messageId: `<${messageId}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`,
  date: new Date(dateMs),
  ...(isByPerson !== true && { headers: { "Auto-Submitted": "auto-generated" } }),
  text: Readable.from(piecesOf(text), { objectMode: false }),
  // Keeps lines within the limit of mail servers, for any text of a client.
  textEncoding: "base64",
});

interface SenderAddress {
  readonly name: string;
  readonly address: string;
}

/** Reads an address alone, or `Name <address>`. */
function toSender(text: string): SenderAddress {
  const [name = "", address] = text.split(" <");
  return address === undefined ? { name: "", address: text } : { name, address: address.slice(0, -1) };
}

/** Passed as parts, so that the library never reads one address as several. */
const toAddress = (address: string) => ({ name: "", address });

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text.replaceAll("\n", "\r\n"));
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
    await nextTurn();
  }
}
