import { createTransport } from "nodemailer";
import type { SmtpServer } from "../codec/mail/smtp-url.ts";

export const connectionsMax = 2;
/** Longer than any attempt, because the attempt has its own timeout. */
const libraryTimeoutMs = 10 * 60_000;
const lastWordsMs = 1_000;

export interface TransportOptions {
  /** An idle connection is closed after this time. */
  readonly idleMs: number;
  /** PEM of authorities that are trusted instead of those of Node.js. */
  readonly certificateAuthorities?: readonly string[];
}

export type SmtpTransport = ReturnType<typeof createSmtpTransport>;

/**
 * Opens few connections, keeps them for the next mail, and closes idle ones. It verifies certificates, and sends a password only
 * over TLS. A server on this machine is exempt from both, because no certificate has its name and nobody can listen in between.
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
