import type { SmtpServer } from "../codec/mail/smtp-url.ts";
import { cleanText, cutCodePoints } from "../codec/text/text.ts";

/** How much of a response the delivery log stores. Source: DEL-28. */
const answerBytesKept = 1024;
/** Source: DEL-16. */
const messageCodePointsMax = 500;
const mask = "***";

/** The server's response for people: one line, with the service's secrets masked. */
export interface ServerAnswers {
  /** The complete response after `sentence`, as a message for people. */
  explain(sentence: string, answer: string): string;
  /** The last line of a response, for the log. */
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
