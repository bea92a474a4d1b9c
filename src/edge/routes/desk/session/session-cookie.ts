import type { Accounts } from "../../../../domain/agent/accounts/accounts.ts";
import { browserKnownMs } from "../../../../domain/agent/accounts/known-browsers.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Carries the session of the desk's own pages; their scripts cannot read it. Over TLS its name starts with `__Host-`. */
export const sessionCookieName = "parley_session";
/** Browsers accept this start only from the host itself, over TLS: no other host of the domain can set such a cookie. Source: RFC 6265bis, section 4.1.3.2. */
const hostPrefix = "__Host-";
/** The most tokens that are checked, because each one costs a lookup. */
const tokensMax = 64;

/** The name of a cookie in the requests of this service's pages. */
export const cookieNameAt = (own: OwnOrigin, name: string): string =>
  isServedSecurely(own) ? `${hostPrefix}${name}` : name;

/**
 * Returns the token of the request's cookie, undefined if there is none. There can be several cookies: without TLS, other
 * hosts of the same domain or an earlier installation may have set them. Then the token with a live session is returned, or none if several are
 * live. Call it before the handler returns.
 */
export function readSessionCookie(
  exchange: HttpExchange,
  { accounts, origin }: { readonly accounts: Pick<Accounts, "authenticate">; readonly origin: OwnOrigin },
): string | undefined {
  const start = `${cookieNameAt(origin, sessionCookieName)}=`;
  const values = exchange
    .header("cookie")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  const tokens = [...new Set(values)].filter((value) => value !== "");
  if (tokens.length <= 1) return tokens[0];
  const live = tokens.slice(0, tokensMax).filter((token) => accounts.authenticate(token) !== undefined);
  return live.length === 1 ? live[0] : undefined;
}

/** The header that makes the browser store the session. */
export const keepSessionCookie = (token: string, maxAgeSeconds: number, own: OwnOrigin): readonly string[] =>
  cookieHeader(own, { name: sessionCookieName, value: token, path: "/", maxAgeSeconds });

/** The header that makes the browser delete the session cookie. */
export const forgetSessionCookie = (own: OwnOrigin): readonly string[] => keepSessionCookie("", 0, own);

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Over TLS the path is `/`, because the start of the name demands this. */
  readonly path: string;
  readonly maxAgeSeconds: number;
}

/** The header that makes the browser store a cookie. Source: RFC 6265, section 4.1. */
function cookieHeader(own: OwnOrigin, { name, value, path, maxAgeSeconds }: Cookie): readonly string[] {
  const isSecure = isServedSecurely(own);
  const attributes = `HttpOnly; SameSite=Strict; Path=${isSecure ? "/" : path}; Max-Age=${maxAgeSeconds}`;
  return ["Set-Cookie", `${cookieNameAt(own, name)}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`];
}

/**
 * Marks a browser in which an agent logged in before. Without TLS, it is sent only to `/api/session` and the addresses below it. It
 * does not authenticate anyone.
 */
const browserCookieName = "parley_browser";
/** The most agents who share a browser. With more, the agents who logged in last are kept. */
const browserTokensMax = 4;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * The tokens that the browser has; within each cookie the last used token first. Texts of another form are left out. Call it
 * before the handler returns.
 */
export function readBrowserTokens(exchange: HttpExchange, own: OwnOrigin): readonly string[] {
  const start = `${cookieNameAt(own, browserCookieName)}=`;
  const pairs = exchange.header("cookie").split(";");
  const found = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(start));
  // If there are two such cookies, another host of the same domain may have set one of them. The tokens of both are read, because
  // each token is checked separately.
  return found.flatMap((pair) => readTokens(pair.slice(start.length)));
}

const readTokens = (value: string): readonly string[] =>
  value
    .split(".")
    .filter((token) => tokenPattern.test(token))
    .slice(0, browserTokensMax);

/** The header that makes the browser store the token, followed by the tokens that it has already. */
export function keepBrowserToken(token: string, before: readonly string[], own: OwnOrigin): readonly string[] {
  const tokens = [token, ...before.filter((one) => one !== token)].slice(0, browserTokensMax);
  const maxAgeSeconds = browserKnownMs / 1_000;
  return cookieHeader(own, { name: browserCookieName, value: tokens.join("."), path: "/api/session", maxAgeSeconds });
}
