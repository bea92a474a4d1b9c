import type { Limits } from "../../../../config/limits.ts";
import type { Result } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";

/**
 * Reads the body, or fails with `payload_too_large`; stays pending if the client disconnects. Call it before the handler returns.
 */
export const readBody = (exchange: HttpExchange, limits: Pick<Limits, "bodyBytesMax">): Promise<Result<Uint8Array>> =>
  new Promise((resolve) => exchange.onBody(limits.bodyBytesMax, resolve));
