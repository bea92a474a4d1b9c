import type { Failure } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import { isSentByForms } from "./media-type.ts";

/** Under which address browsers reach the service. */
export interface OwnOrigin {
  /** Null: only the address it listens on. */
  readonly publicUrl: string | null;
  /** The service itself speaks TLS. */
  readonly isTls: boolean;
}

export const isServedSecurely = ({ publicUrl, isTls }: OwnOrigin): boolean =>
  isTls || publicUrl?.startsWith("https:") === true;

/** Whether a page of the service itself asks. Before the handler returns only. Source: RFC 6454, section 7. */
export function isOwnPage(own: OwnOrigin, exchange: HttpExchange): boolean {
  if (exchange.headerCount("origin") !== 1) return false;
  const origin = exchange.header("origin");
  return origin === reachedOrigin(own, exchange) || origin === publishedOrigin(own, exchange);
}

/** Under which address this request found us. */
const reachedOrigin = ({ isTls }: OwnOrigin, exchange: HttpExchange): string =>
  `${isTls ? "https" : "http"}://${exchange.header("host")}`;

const publishedOrigin = (own: OwnOrigin, exchange: HttpExchange): string =>
  own.publicUrl === null ? reachedOrigin(own, exchange) : new URL(own.publicUrl).origin;

/**
 * A browser sends the session's cookie whichever page asks: `access_denied` when the page is not one of ours, null
 * when it is or when no browser asks. Before the handler returns only. Source: RFC 6454, section 7.
 */
export const refuseForeignOrigin = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) ? refusal(own, exchange, "where a cookie carries the session") : null;

/** As `refuseForeignOrigin`, for what changes something: a form that tells no origin is refused as well. */
export const refuseForeignChange = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) || (exchange.headerCount("origin") === 0 && isSentByForms(exchange))
    ? refusal(own, exchange, "where a cookie carries the session")
    : null;

/** As `refuseForeignOrigin`, for a login: a page of somebody else would log its reader in as another agent. */
export const refuseForeignLogin = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) ? refusal(own, exchange, "where a page logs in") : null;

function isForeignPage(own: OwnOrigin, exchange: HttpExchange): boolean {
  if (exchange.headerCount("origin") > 0) return !isOwnPage(own, exchange);
  // "none" is a person who opens the address. Source: Fetch Metadata, 2.4.
  const site = exchange.header("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

const refusal = (own: OwnOrigin, exchange: HttpExchange, where: string): Failure => ({
  code: "access_denied",
  message: `Header Origin must be ${publishedOrigin(own, exchange)} ${where}.${hintOf(own, exchange)}`,
});

/** A proxy that speaks TLS for us is known by the page that went through it. */
function hintOf({ publicUrl, isTls }: OwnOrigin, exchange: HttpExchange): string {
  const secure = `https://${exchange.header("host")}`;
  if (publicUrl !== null || isTls || exchange.header("origin") !== secure) return "";
  return ` Behind a proxy that speaks TLS, publicUrl in the config file has to be ${secure}.`;
}
