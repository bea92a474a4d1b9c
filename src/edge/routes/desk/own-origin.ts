import type { Failure } from "../../../core/result.ts";
import type { HttpExchange } from "../../http-exchange.ts";

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
export function refuseForeignOrigin(own: OwnOrigin, exchange: HttpExchange): Failure | null {
  if (exchange.headerCount("origin") === 0 || isOwnPage(own, exchange)) return null;
  const published = publishedOrigin(own, exchange);
  return { code: "access_denied", message: `Header Origin must be ${published} where a cookie carries the session.` };
}
