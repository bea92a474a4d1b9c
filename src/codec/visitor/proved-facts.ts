import type { ProvedFacts } from "../../../machines/chat/client.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { cleanText, isBlankText, isLongerThan } from "../text/text.ts";
import { readContact } from "./visitor-request.ts";

/** The limit keeps the secret of a visitor, which contains the id, within 255 characters. */
const idBytesMax = 128;

/** Reads the claims of a verified token. Fails with `invalid_request` naming the claim. Source: WJ-47. */
export function readClaims(claims: Readonly<Record<string, unknown>>): Result<ProvedFacts> {
  const { sub: id } = claims;
  const isId = typeof id === "string" && !isBlankText(id) && cleanText(id).trim() === id;
  if (!isId || Buffer.byteLength(id) > idBytesMax)
    return fail("invalid_request", `The claim sub of the token must be a text of 1 to ${idBytesMax} bytes.`);
  const given: { name?: string; email?: string; phone?: string } = {};
  for (const key of ["name", "email", "phone"] as const) {
    const value = claims[key] ?? undefined;
    if (value === undefined) continue;
    if (typeof value !== "string") return fail("invalid_request", `The claim ${key} of the token must be a text.`);
    given[key] = value;
  }
  const { name = null, email = null, phone = null } = readContact(given);
  return ok({ id, name, email, phone });
}

/** The longest token that is read. */
const tokenLengthMax = 4_096;

export const isTooLong = (token: string): boolean => isLongerThan(token, tokenLengthMax);
