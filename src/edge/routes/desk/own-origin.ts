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

/**
 * A browser sends the session's cookie whichever page asks: `access_denied` when the page is not one of ours, null
 * when it is or when no browser asks. Before the handler returns only. Source: RFC 6454, section 7.
 */
export function refuseForeignOrigin(own: OwnOrigin, exchange: HttpExchange): Failure | null {
  const count = exchange.headerCount("origin");
  if (count === 0) return null;
  const origin = exchange.header("origin");
  const reached = `${own.isTls ? "https" : "http"}://${exchange.header("host")}`;
  const published = own.publicUrl === null ? reached : new URL(own.publicUrl).origin;
  if (count === 1 && (origin === reached || origin === published)) return null;
  return { code: "access_denied", message: `Header Origin must be ${published} where a cookie carries the session.` };
}
