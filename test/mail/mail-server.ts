import type { AddressInfo, Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { SMTPServer } from "smtp-server";
import type { Test } from "tap";
import { systemClock } from "../../src/core/clock.ts";
import type { SmtpMailerOptions } from "../../src/mail/smtp-mailer.ts";
import { createSmtpMailer } from "../../src/mail/smtp-mailer.ts";
import type { Mailer } from "../../src/ports/mailer.ts";
import { silentLog } from "../harness/test-log.ts";

export interface ReceivedMail {
  /** The sender in the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The mail as it was received. */
  readonly raw: string;
  /** The unfolded header lines, in order. */
  readonly headers: readonly string[];
  /** The decoded body. */
  readonly text: string;
  readonly isOverTls: boolean;
  readonly user: string | undefined;
}

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** The open connections. `opened` counts all connections since the start. */
  readonly open: ReadonlySet<Socket>;
  opened(): number;
  /** The highest number of simultaneous connections. */
  openMax(): number;
  /** Resolves when `isTrue` returns true. It is called after each event of this server. */
  until(isTrue: () => boolean): Promise<void>;
}

type Changes = Partial<SMTPServerOptions> & {
  readonly host?: string;
  /** Decides about a complete mail. If absent, every mail is accepted. */
  readonly judge?: (mail: ReceivedMail) => Promise<Error | null> | Error | null;
};

/** The error with which an SMTP server refuses. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export async function openMailServer(
  t: Test,
  { host = "127.0.0.1", judge, ...options }: Changes = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const waiting: { readonly isTrue: () => boolean; readonly resolve: () => void }[] = [];
  const happened = (): void => {
    for (const one of [...waiting]) {
      if (!one.isTrue()) continue;
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve();
    }
  };
  let opened = 0;
  let openMax = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString()),
          isOverTls: session.secure,
          user: session.user,
        };
        const refused = (await judge?.(mail)) ?? null;
        if (refused === null) received.push(mail);
        done(refused, "queued as 4711");
        happened();
      });
    },
    ...options,
  });
  server.server.on("connection", (socket: Socket) => {
    opened += 1;
    open.add(socket);
    openMax = Math.max(openMax, open.size);
    socket.on("close", () => {
      open.delete(socket);
      happened();
    });
    happened();
  });
  // Some tests close a connection in the middle of a mail.
  server.on("error", happened);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    open,
    opened: () => opened,
    openMax: () => openMax,
    until: (isTrue) => (isTrue() ? Promise.resolve() : new Promise((resolve) => waiting.push({ isTrue, resolve }))),
  };
}

function parse(raw: string): Pick<ReceivedMail, "raw" | "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const headers = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, " ")
    .split("\r\n");
  return { raw, headers, text: Buffer.from(raw.slice(end), "base64").toString() };
}

/** The value of a header, with its encoded words decoded. Source: RFC 2047. */
export function headerOf(mail: ReceivedMail | undefined, name: string): string | undefined {
  const line = mail?.headers.find((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line
    ?.slice(name.length + 2)
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_word, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString()
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replaceAll(/=([0-9A-F]{2})/gi, (_hex, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ).toString(),
    );
}

export const from = "chat@parley.example";
export const at = ({ port }: Pick<MailServer, "port">, host = "127.0.0.1", scheme = "smtp"): string =>
  `${scheme}://${host}:${port}`;

/** Opens the real adapter. It is closed at the end of the test. */
export function openMailer(t: Test, url: string, options: Partial<SmtpMailerOptions> = {}): Mailer {
  const mailer = createSmtpMailer({ smtp: { url, from }, clock: systemClock, log: silentLog, ...options });
  t.teardown(() => mailer.close());
  return mailer;
}
