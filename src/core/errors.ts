/**
 * The one table of error codes and their HTTP status. Source: ERR-03 to ERR-13, ERR-20, LIM-04; `conflict` and `unauthorized` are
 * used only for the desk, `insufficient_storage` only for files.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  unauthorized_client: 401,
  unauthorized: 401,
  access_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 502,
  unavailable: 503,
  timeout: 504,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The messages of codes whose message never varies. */
export const ERROR_MESSAGE = {
  not_found: "There is no such address.",
  unsupported_media_type: "The request body must come without Content-Encoding.",
  rate_limited: "Too many requests; try again after the time in Retry-After.",
  internal_error: "The request could not be processed.",
  overloaded: "The server is overloaded.",
  unavailable: "The server is starting or shutting down.",
  timeout: "The request was not finished in time.",
} as const satisfies Partial<Record<ErrorCode, string>>;
