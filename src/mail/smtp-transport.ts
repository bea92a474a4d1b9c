import { createTransport } from "nodemailer";
import type { SmtpServer } from "../codec/mail/smtp-url.ts";

export const connectionsMax = 2;
/** An attempt is ended by its own clock, long before. */
const libraryTimeoutMs = 10 * 60_000;
const lastWordsMs = 1_000;

export interface TransportOptions {
  /** A connection that has nothing to send for this long is closed. */
  readonly idleMs: number;
  /** PEM, in place of those that Node.js trusts. */
  readonly certificateAuthorities?: readonly string[];
}

export type SmtpTransport = ReturnType<typeof createSmtpTransport>;

/**
 * Few connections, kept for the next mail and closed when there is none. Certificates are verified. A password goes out over TLS
 * alone. The server on this very machine is the exception from both: its name is in no certificate, and nobody is in between.
 */
export function createSmtpTransport(
  { host, port, isTlsFromStart, user }: SmtpServer,
  { idleMs, certificateAuthorities }: TransportOptions,
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
    // Not by the library, which would read the text of the mail twice: `smtp-mailer.ts` takes another connection.
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
