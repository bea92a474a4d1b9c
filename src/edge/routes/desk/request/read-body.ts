import type { Limits } from "../../../../config/limits.ts";
import type { Result } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";

/** The body, or `payload_too_large`; stays pending when the client goes away. To be called before the handler returns. */
export const readBody = (exchange: HttpExchange, limits: Pick<Limits, "bodyBytesMax">): Promise<Result<Uint8Array>> =>
  new Promise((resolve) => exchange.onBody(limits.bodyBytesMax, resolve));
