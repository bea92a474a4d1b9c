import type { Accounts } from "../../../../domain/agent/accounts/accounts.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Carries the session of the desk's own pages; their scripts cannot read it. Over TLS its name starts with `__Host-`. */
export const sessionCookieName = "parley_session";
/** Browsers accept this start only from the host itself, over TLS: no other host of the domain can set such a cookie. Source: RFC 6265bis, section 4.1.3.2. */
const hostPrefix = "__Host-";
/** The most tokens that are checked, because each one costs a lookup. */
const tokensMax = 64;

export interface CookieParts {
  readonly accounts: Pick<Accounts, "authenticate">;
  readonly origin: OwnOrigin;
}

/** The name of a cookie in the requests of this service's pages. */
export const cookieNameAt = (own: OwnOrigin, name: string): string =>
  isServedSecurely(own) ? `${hostPrefix}${name}` : name;

/**
 * Returns the token of the request's cookie, undefined if there is none. There can be several cookies: without TLS, other
 * hosts of the same domain or an earlier installation may have set them. Then the token with a live session is returned, or none if several are
 * live. Call it before the handler returns.
 */
export function readSessionCookie(exchange: HttpExchange, { accounts, origin }: CookieParts): string | undefined {
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
export function cookieHeader(own: OwnOrigin, { name, value, path, maxAgeSeconds }: Cookie): readonly string[] {
  const isSecure = isServedSecurely(own);
  const attributes = `HttpOnly; SameSite=Strict; Path=${isSecure ? "/" : path}; Max-Age=${maxAgeSeconds}`;
  return ["Set-Cookie", `${cookieNameAt(own, name)}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`];
}
