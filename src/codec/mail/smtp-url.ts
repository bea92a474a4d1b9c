/** The parts of a mail server's address. */
export interface SmtpServer {
  /** A host name or an IP address; an IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
  /** True for `smtps`: TLS from the first byte. Otherwise TLS starts with STARTTLS. */
  readonly isTlsFromStart: boolean;
  /** `null` if the server needs no sign-in. A secret. */
  readonly user: { readonly name: string; readonly password: string } | null;
}

/** The form that `readSmtpUrl` accepts; completes "expected …". */
export const smtpUrlForm =
  "smtp://HOST or smtps://HOST, with USER:PASSWORD@ before and :PORT after the host if needed, percent-encoded, and nothing else";

const schemes = { "smtp:": { isTlsFromStart: false, port: 587 }, "smtps:": { isTlsFromStart: true, port: 465 } };
const hostForm = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Reads the address of a mail server; `null` if it is invalid. Parameters are not accepted, so that no parameter can switch off
 * the check of certificates. Source: RFC 8314, section 3 (ports).
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = /^smtps?:\/\//i.test(text) && !/\s/.test(text) ? URL.parse(text) : null;
  if (url === null) return null;
  const host = url.hostname.toLowerCase();
  if (url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname) || !hostForm.test(host)) return null;
  const { isTlsFromStart, port } = url.protocol === "smtps:" ? schemes["smtps:"] : schemes["smtp:"];
  const user = readUser(url);
  if (user === undefined || url.port === "0") return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(url.port) || port, isTlsFromStart, user };
}

/** `undefined`: the user or the password is not correctly percent-encoded. */
function readUser({ username, password }: URL): SmtpServer["user"] | undefined {
  if (username === "" && password === "") return null;
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
