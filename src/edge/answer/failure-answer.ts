import { ERROR_STATUS } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";

/** Header names and values in turns; an answer without headers makes no garbage. */
export type HeaderList = readonly string[];

/** Status lines as they go on the wire. */
const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  206: "Partial Content",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};
const STATUS_LINES = new Map(
  Object.entries(REASONS).map(([status, reason]) => [Number(status), `${status} ${reason}`]),
);

export const statusLineOf = (status: number): string => STATUS_LINES.get(status) ?? `${status} Status`;

export const JSON_TYPE = "application/json";

/** Source: ERR-01. */
export const failureBodyOf = (failure: Failure): string =>
  `{"error":{"code":"${failure.code}","message":${JSON.stringify(failure.message)}}}`;

/** The headers that a failure needs besides its body. Source: ERR-05, ERR-09, ERR-12. */
export function failureHeadersOf(failure: Failure): HeaderList {
  switch (ERROR_STATUS[failure.code]) {
    case 401:
      return ["WWW-Authenticate", "Bearer"];
    case 429:
    case 503:
      return ["Retry-After", String(Math.max(1, Math.ceil(failure.retryAfterSeconds ?? 1)))];
    default:
      return failure.retryAfterSeconds === undefined ? [] : ["Retry-After", String(failure.retryAfterSeconds)];
  }
}

/**
 * The last body of a connection on which the start of the next request is unknown, padded with blanks. uWebSockets.js collects the output
 * of a handler in 16 KiB and would keep parsing requests from bytes that arrived already. It sends a larger answer, and closes the
 * connection, at once.
 */
export const ambiguousBodyAnswer =
  failureBodyOf({
    code: "invalid_request",
    message: "The length of the body is not clear: expected one Content-Length or Transfer-Encoding: chunked.",
  }) + " ".repeat(16 * 1024);
