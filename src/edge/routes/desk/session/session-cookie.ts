import type { Accounts } from "../../../../domain/agent/accounts/accounts.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Carries the session of the desk's own pages, out of reach of their scripts. */
export const sessionCookieName = "parley_session";
/** Each costs a look-up. */
const tokensMax = 64;

type SessionLookup = Pick<Accounts, "authenticate">;

/**
 * The token in the request's cookie, undefined when there is none. Of several, which other hosts of the same domain may have planted, or an
 * earlier installation left, it is the one whose session is live; of several live ones none. Before the handler returns only.
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

/** The header that has the browser keep the session. Source: RFC 6265, section 4.1. */
export const keepSessionCookie = (token: string, maxAgeSeconds: number, own: OwnOrigin): readonly string[] =>
  cookieHeader(token, maxAgeSeconds, own);

/** The header that has the browser forget it. */
export const forgetSessionCookie = (own: OwnOrigin): readonly string[] => cookieHeader("", 0, own);

function cookieHeader(token: string, maxAgeSeconds: number, own: OwnOrigin): readonly string[] {
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;
  return ["Set-Cookie", `${sessionCookieName}=${token}; ${attributes}${isServedSecurely(own) ? "; Secure" : ""}`];
}
