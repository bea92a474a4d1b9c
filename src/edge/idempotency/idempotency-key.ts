import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the request's `Idempotency-Key`, undefined if absent; `invalid_request` for a malformed key. Source: DEL-29, ERR-17.
 */
export function readIdempotencyKey(exchange: HttpExchange): Result<string | undefined> {
  const count = exchange.headerCount("idempotency-key");
  if (count === 0) return ok(undefined);
  const key = exchange.header("idempotency-key");
  return count === 1 && keyPattern.test(key)
    ? ok(key)
    : fail("invalid_request", "Header Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.");
}
