import { browserKnownMs } from "../../../../domain/agent/accounts/known-browsers.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { cookieHeader, cookieNameAt } from "./session-cookie.ts";

/**
 * Marks a browser in which an agent logged in before. Without TLS, it is sent only to `/api/session` and the addresses below it. It
 * does not authenticate anyone.
 */
const cookieName = "parley_browser";
/** The most agents who share a browser. With more, the agents who logged in last are kept. */
const tokensMax = 4;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * The tokens that the browser has; within each cookie the last used token first. Texts of another form are left out. Call it
 * before the handler returns.
 */
export function readBrowserTokens(exchange: HttpExchange, own: OwnOrigin): readonly string[] {
  const start = `${cookieNameAt(own, cookieName)}=`;
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
    .slice(0, tokensMax);

/** The header that makes the browser store the token, followed by the tokens that it has already. */
export function keepBrowserToken(token: string, before: readonly string[], own: OwnOrigin): readonly string[] {
  const tokens = [token, ...before.filter((one) => one !== token)].slice(0, tokensMax);
  const maxAgeSeconds = browserKnownMs / 1_000;
  return cookieHeader(own, { name: cookieName, value: tokens.join("."), path: "/api/session", maxAgeSeconds });
}
