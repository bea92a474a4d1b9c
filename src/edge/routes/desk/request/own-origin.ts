import { parseMimeType } from "../../../../codec/text/mime-type.ts";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Limits } from "../../../../config/limits.ts";
import type { SharedCounts } from "../../../../core/peers/shared-counts.ts";
import type { Failure } from "../../../../core/result.ts";
import type { Clock } from "../../../../ports/clock.ts";
import type { Log } from "../../../../ports/log.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";

/** The address under which browsers reach the service. */
export interface OwnOrigin {
  /** Null: only the address on which the service listens. */
  readonly publicUrl: string | null;
  /** Whether the service itself speaks TLS. */
  readonly isTls: boolean;
}

/** The process that answers: the addresses under which it is reached, and what all of it uses. */
export interface OwnProcess {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  /** The shared counts for limits of all processes together. */
  readonly counts: SharedCounts;
  readonly origin: OwnOrigin;
  /** Scheme, host and port under which the service is reached; known as soon as it listens. */
  readonly publicUrl: () => string;
  /** The first part of every new socket's id. */
  readonly processId: () => string;
}

export const isServedSecurely = ({ publicUrl, isTls }: OwnOrigin): boolean =>
  isTls || publicUrl?.startsWith("https:") === true;

/**
 * Whether the request comes from a page of the service itself. Call it before the handler returns. Source: RFC 6454, section 7.
 */
export function isOwnPage(own: OwnOrigin, exchange: HttpExchange): boolean {
  if (exchange.headerCount("origin") !== 1) return false;
  const origin = exchange.header("origin");
  return origin === reachedOrigin(own, exchange) || origin === publishedOrigin(own, exchange);
}

/** The origin under which this request reached the service. */
const reachedOrigin = ({ isTls }: OwnOrigin, exchange: HttpExchange): string =>
  `${isTls ? "https" : "http"}://${exchange.header("host")}`;

const publishedOrigin = (own: OwnOrigin, exchange: HttpExchange): string =>
  own.publicUrl === null ? reachedOrigin(own, exchange) : new URL(own.publicUrl).origin;

/**
 * A browser sends the session's cookie for requests of any page. Returns `access_denied` if the page does not belong to the
 * service; null if it does, or if the request does not come from a page. Call it before the handler returns. Source: RFC 6454,
 * section 7.
 */
export const refuseForeignOrigin = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) ? refusal(own, exchange, "where a cookie carries the session") : null;

/** As `refuseForeignOrigin`, for requests that change data: a form that sends no origin is also refused. */
export const refuseForeignChange = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) || (exchange.headerCount("origin") === 0 && isSentByForms(exchange))
    ? refusal(own, exchange, "where a cookie carries the session")
    : null;

/** As `refuseForeignOrigin`, for a login: a foreign page could otherwise log its reader in as another agent. */
export const refuseForeignLogin = (own: OwnOrigin, exchange: HttpExchange): Failure | null =>
  isForeignPage(own, exchange) ? refusal(own, exchange, "where a page logs in") : null;

function isForeignPage(own: OwnOrigin, exchange: HttpExchange): boolean {
  if (exchange.headerCount("origin") > 0) return !isOwnPage(own, exchange);
  // The value "none" means that a person opened the address directly. Source: Fetch Metadata, 2.4.
  const site = exchange.header("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

const refusal = (own: OwnOrigin, exchange: HttpExchange, where: string): Failure => ({
  code: "access_denied",
  message: `Header Origin must be ${publishedOrigin(own, exchange)} ${where}.${hintOf(own, exchange)}`,
});

/** The origin of a page shows whether a proxy speaks TLS in front of the service. */
function hintOf({ publicUrl, isTls }: OwnOrigin, exchange: HttpExchange): string {
  const secure = `https://${exchange.header("host")}`;
  if (publicUrl !== null || isTls || exchange.header("origin") !== secure) return "";
  return ` Behind a proxy that speaks TLS, publicUrl in the config file has to be ${secure}.`;
}

const jsonType = /^application\/(json|[!#$&^_.+\w-]+\+json)[ \t]*(;|$)/i;

/**
 * Returns `invalid_request` if the body is not declared as JSON, else null. A page of another origin cannot send JSON without a
 * CORS preflight. Call it before the handler returns. Source: AUTH-15, Fetch, 2.2.2 (CORS-safelisted request-header).
 */
export function refuseOtherThanJson(exchange: HttpExchange): Failure | null {
  const given = exchange.header("content-type");
  if (exchange.headerCount("content-type") === 1 && jsonType.test(given)) return null;
  const got = given === "" ? "none" : describeValue(given);
  return { code: "invalid_request", message: `Header Content-Type must be application/json, got ${got}.` };
}

/** Types that a form can send, and a script without a CORS preflight. Source: HTML, 4.10.21.6; Fetch, 2.2.2. */
const formTypes: readonly string[] = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];

/** Whether a page of another origin could send this body without a CORS preflight. Call it before the handler returns. */
function isSentByForms(exchange: HttpExchange): boolean {
  return formTypes.includes(parseMimeType(exchange.header("content-type")));
}
