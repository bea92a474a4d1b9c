import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Carries the session of the desk's own pages, out of reach of their scripts. */
export const sessionCookieName = "parley_session";

/** The token in the request's cookie, undefined when there is none or more than one. Before the handler returns only. */
export function readSessionCookie(exchange: HttpExchange): string | undefined {
  const tokens = exchange
    .header("cookie")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookieName}=`))
    .map((pair) => pair.slice(sessionCookieName.length + 1));
  // Of two, one may have been planted by another host of the same domain.
  return tokens.length === 1 && tokens[0] !== "" ? tokens[0] : undefined;
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
