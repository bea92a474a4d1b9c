import type { SmtpServer } from "../codec/mail/smtp-url.ts";
import { cleanText, cutCodePoints } from "../codec/text/text.ts";

/** How much of an answer the delivery log keeps. Source: DEL-28. */
const answerBytesKept = 1024;
/** Source: DEL-16. */
const messageCodePointsMax = 500;
const mask = "***";

/** What the server said, for people: one line, without what the service told it in secret. */
export interface ServerAnswers {
  /** The whole answer after `sentence`, as a message for people. */
  explain(sentence: string, answer: string): string;
  /** The last line of an answer, for the log. */
  lastLine(answer: string): string;
}

export function createServerAnswers(user: SmtpServer["user"]): ServerAnswers {
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

/** The password in each form in which it is sent. Source: RFC 4616, and LOGIN. */
function secretsOf(user: SmtpServer["user"]): readonly string[] {
  if (user === null || user.password === "") return [];
  const { name, password } = user;
  const sent = [`\0${name}\0${password}`, password].map((text) => Buffer.from(text).toString("base64"));
  return [...sent, password];
}

/** The first 1 KiB in UTF-8; a character is never split. */
function startOf(text: string): string {
  const room = new Uint8Array(answerBytesKept);
  const { written } = new TextEncoder().encodeInto(text, room);
  return Buffer.from(room.buffer, 0, written).toString();
}
