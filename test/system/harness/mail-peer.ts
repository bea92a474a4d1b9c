import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { Facts } from "../../../src/demo/cast/facts.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import { nowMs } from "./time.ts";

/** A mail that arrived completely, whatever the response was. */
export interface SeenMail {
  readonly atMs: number;
  readonly messageId: string;
  /** The decoded text. */
  readonly text: string;
  readonly raw: string;
}

/** The mail server's reaction to a mail: accept it, refuse it for now, or hang. */
export type MailAnswer = "ok" | "hang" | "later";

/** A mail server over real SMTP. It keeps every mail, and answers the n-th mail of one message as the script says. */
export interface MailPeer {
  readonly url: string;
  readonly seen: readonly SeenMail[];
  /** Returns the mails that contain this word, in order. */
  seenWith(word: string): readonly SeenMail[];
  /** Resolves with the n-th of them, past or future. */
  untilSeen(word: string, number: number): Promise<SeenMail>;
}

/** The answer to the n-th mail (counted from 1) of one message id, chosen by its text. */
export type MailScript = (text: string, number: number) => MailAnswer;

export async function openMailPeer(t: Ending, script: MailScript): Promise<MailPeer> {
  const seen: SeenMail[] = [];
  const facts = new Facts();
  const seenWith = (word: string) => seen.filter(({ text }) => text.includes(word));
  const take = async (stream: Readable, done: (refusal: Error | null) => void): Promise<void> => {
    const raw = await readText(stream).catch(() => null);
    // A kill interrupted the mail, so it did not arrive.
    if (raw === null) return;
    const mail = toSeen(raw);
    seen.push(mail);
    const how = script(mail.text, seen.filter(({ messageId }) => messageId === mail.messageId).length);
    facts.changed();
    if (how === "ok") done(null);
    if (how === "later") done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onData: (stream, _session, done) => void take(stream, done),
  });
  // The tests include clients that are killed in the middle of a mail.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    seen,
    seenWith,
    untilSeen: (word, number) =>
      facts.until(
        `mail ${number} with "${word}"`,
        () => seenWith(word)[number - 1],
        () => seen.map(({ messageId }) => messageId),
      ),
  };
}

function toSeen(raw: string): SeenMail {
  const end = raw.indexOf("\r\n\r\n");
  const messageId = /^message-id: *(\S+)/im.exec(raw.slice(0, end))?.[1] ?? "none";
  return { atMs: nowMs(), messageId, text: Buffer.from(raw.slice(end), "base64").toString(), raw };
}
