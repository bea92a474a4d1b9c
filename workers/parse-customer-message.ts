import { parseCustomerMessage } from "../src/codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../src/codec/a-customer/customer-message.types.ts";
import { fingerprintOf } from "../src/core/fingerprint.ts";
import type { ParsedBody } from "../src/ports/body-parser.ts";

export interface ParseInput {
  readonly body: Uint8Array;
  readonly jsonDepthMax: number;
  readonly wantsFingerprint: boolean;
}

/** Parses a customer's body to a typed message, or `invalid_request`. Source: CH-17 to CH-57. */
export function run({ body, jsonDepthMax, wantsFingerprint }: ParseInput): ParsedBody<CustomerMessage> {
  return {
    parsed: parseCustomerMessage(body, { jsonDepthMax }),
    fingerprint: wantsFingerprint ? fingerprintOf(body) : null,
  };
}
