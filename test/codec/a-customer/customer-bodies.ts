import type { Test } from "tap";
import { parseCustomerMessage } from "../../../src/codec/a-customer/customer-message.ts";
import type { CustomerMessage } from "../../../src/codec/a-customer/customer-message.types.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { Result } from "../../../src/core/result.ts";

export const parseBody = (body: string | Uint8Array): Result<CustomerMessage> =>
  parseCustomerMessage(typeof body === "string" ? Buffer.from(body) : body, defaultLimits);

export const message = (sender: object, message: object): string => JSON.stringify({ sender, message });
export const textOf = (text: unknown): string => message({ id: "c1" }, { type: "text", text });
export const senderIdOf = (id: string): string => `{"sender":{"id":${id}},"message":{"type":"text","text":"hi"}}`;
export const mediaOf = (fields: object): string => message({ id: "c1" }, fields);
export const smiley = "\u{1f600}";

/** An accepted body, and some keys of its parsed form. */
interface Accepted {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly expects: object;
}

/** Bodies that prove one rule. */
export interface AcceptedRows {
  readonly rule: string;
  readonly name: string;
  readonly rows: readonly Accepted[];
}

export function assertAccepted(t: Test, row: Accepted): void {
  const result = parseBody(row.body);
  const keys = Object.keys(row.expects);
  const seen = result.ok ? Object.entries(result.value).filter(([key]) => keys.includes(key)) : result.failure;
  t.strictSame(Array.isArray(seen) ? Object.fromEntries(seen) : seen, row.expects, row.name);
}
