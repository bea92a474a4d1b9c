import { parseCustomerMessage } from "../src/codec/customer-message.ts";
import type { CustomerMessage } from "../src/codec/customer-message.types.ts";
import type { Result } from "../src/core/result.ts";

export interface ParseInput {
  readonly body: Uint8Array;
  readonly jsonDepthMax: number;
}

/** A customer's body to a typed message, or `invalid_request`. Source: CH-17 to CH-57. */
export function run({ body, jsonDepthMax }: ParseInput): Result<CustomerMessage> {
  return parseCustomerMessage(body, { jsonDepthMax });
}
