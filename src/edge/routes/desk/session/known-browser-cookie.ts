import { browserKnownMs } from "../../../../domain/agent/accounts/known-browsers.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { isServedSecurely } from "../request/own-origin.ts";

/** Says in which browser somebody logged in before; sent to `/api/session` and what lies below it alone. It lets nobody in. */
const cookieName = "parley_browser";
/** Agents who share a browser; of more, those who logged in last. */
const tokensMax = 4;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The tokens the browser has, of each cookie the one used last first; none that is not of ours. Before the handler returns only. */
export function readBrowserTokens(exchange: HttpExchange): readonly string[] {
  const pairs = exchange.header("cookie").split(";");
  const own = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${cookieName}=`));
  // Of two, one may have been planted by another host of the same domain: all of both are looked at, for each token proves itself.
  return own.flatMap((pair) => readTokens(pair.slice(cookieName.length + 1)));
}

const readTokens = (value: string): readonly string[] =>
  value
    .split(".")
    .filter((token) => tokenPattern.test(token))
    .slice(0, tokensMax);

/** The header that has the browser keep the token in front of those it has. Source: RFC 6265, section 4.1. */
export function keepBrowserToken(token: string, before: readonly string[], own: OwnOrigin): readonly string[] {
  const tokens = [token, ...before.filter((one) => one !== token)].slice(0, tokensMax);
  const attributes = `HttpOnly; SameSite=Strict; Path=/api/session; Max-Age=${browserKnownMs / 1_000}`;
  return ["Set-Cookie", `${cookieName}=${tokens.join(".")}; ${attributes}${isServedSecurely(own) ? "; Secure" : ""}`];
}
