/** What the address of a mail server says. */
export interface SmtpServer {
  /** A name or an address, that of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** `smtps`: TLS from the first byte; else by STARTTLS. */
  readonly isTlsFromStart: boolean;
  /** `null` when it takes mail from anyone. A secret. */
  readonly user: { readonly name: string; readonly password: string } | null;
}

/** What `readSmtpUrl` takes; completes "expected …". */
export const smtpUrlForm =
  "smtp://HOST or smtps://HOST, with USER:PASSWORD@ before and :PORT after the host if needed, percent-encoded, and nothing else";

const schemes = { "smtp:": { isTlsFromStart: false, port: 587 }, "smtps:": { isTlsFromStart: true, port: 465 } };
const hostForm = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Reads the address of a mail server; `null` when it is none. It takes no parameters: none can switch the check of certificates
 * off. Source: RFC 8314, section 3 (ports).
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const host = url.hostname.toLowerCase();
  if (url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname) || !hostForm.test(host)) return null;
  const { isTlsFromStart, port } = url.protocol === "smtps:" ? schemes["smtps:"] : schemes["smtp:"];
  const user = readUser(url);
  if (user === undefined || url.port === "0") return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(url.port) || port, isTlsFromStart, user };
}

/** `undefined`: what stands there is not percent-encoded. */
function readUser({ username, password }: URL): SmtpServer["user"] | undefined {
  if (username === "" && password === "") return null;
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
