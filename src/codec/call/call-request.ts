import Type from "typebox";
import { isPhoneNumber, phonePattern } from "../../core/phone.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { decodeJson } from "../json/json.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { describeValue } from "../text/text.ts";

const phoneForm = "a phone number of 7 to 15 digits, with or without a plus, spaces, hyphens, dots and parentheses";

/** `POST /api/chats/{id}/call`. */
export const callRequestSchema = Type.Object({
  phone: Type.Optional(Type.String({ maxLength: 40, pattern: phonePattern(7), description: phoneForm })),
});

const parse = createSchemaParser(callRequestSchema, "The body");

/**
 * The number in the request, else the client's own number; `null` if that number is not known. Fails with `invalid_request` naming
 * phone. Source: WJ-26.
 */
export function parseCallRequest(
  bytes: Uint8Array,
  limits: { readonly jsonDepthMax: number },
  known: string | null,
): Result<string> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const parsed = parse(decoded.value.value);
  if (!parsed.ok) return parsed;
  const phone = (parsed.value.phone ?? known)?.trim();
  if (phone === undefined) return fail("invalid_request", `Field phone is missing: it must be ${phoneForm}.`);
  return isPhoneNumber(phone)
    ? ok(phone)
    : fail("invalid_request", `Field phone must be ${phoneForm}, got ${describeValue(phone)}.`);
}
