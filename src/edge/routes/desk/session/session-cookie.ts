import type { Accounts } from "../../../../domain/agent/accounts/accounts.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Carries the session of the desk's own pages; their scripts cannot read it. */
export const sessionCookieName = "parley_session";
/** The most tokens that are checked, because each one costs a lookup. */
const tokensMax = 64;

type SessionLookup = Pick<Accounts, "authenticate">;

/**
 * Returns the token of the request's cookie, undefined if there is none. There can be several cookies: other hosts of the same
 * domain or an earlier installation may have set them. Then the token with a live session is returned, or none if several are
 * live. Call it before the handler returns.
 */
export function readSessionCookie(exchange: HttpExchange, { authenticate }: SessionLookup): string | undefined {
  const values = exchange
    .header("cookie")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookieName}=`))
    .map((pair) => pair.slice(sessionCookieName.length + 1));
  const tokens = [...new Set(values)].filter((value) => value !== "");
  if (tokens.length <= 1) return tokens[0];
  const live = tokens.slice(0, tokensMax).filter((token) => authenticate(token) !== undefined);
  return live.length === 1 ? live[0] : undefined;
}

/** The header that makes the browser store the session. Source: RFC 6265, section 4.1. */
export const keepSessionCookie = (token: string, maxAgeSeconds: number, own: OwnOrigin): readonly string[] =>
  cookieHeader(token, maxAgeSeconds, own);

/** The header that makes the browser delete the session cookie. */
export const forgetSessionCookie = (own: OwnOrigin): readonly string[] => cookieHeader("", 0, own);

function cookieHeader(token: string, maxAgeSeconds: number, own: OwnOrigin): readonly string[] {
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;
  return ["Set-Cookie", `${sessionCookieName}=${token}; ${attributes}${isServedSecurely(own) ? "; Secure" : ""}`];
}
