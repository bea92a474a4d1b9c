import type { Path } from "./value-path.ts";

/** What is wrong with a text that `brokenTextIn` finds. */
export const brokenText = "half of a character (an unpaired surrogate)";

const surrogateEscape = /\\u[dD][89a-fA-F]/;
/** Each escape whole, so that no backslash is taken for the start of one; half of a pair alone is caught. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;

/**
 * JSON text with U+FFFD in place of every escape of half a character: all that is parsed from it is well-formed, keys included. The text
 * itself where there is none. Expects well-formed text: bytes that were decoded as UTF-8 are that.
 */
export function mendJson(text: string): string {
  // Most text has no escape at all, and that is found out four times as fast.
  if (!text.includes("\\u") || !surrogateEscape.test(text)) return text;
  return text.replace(escapes, (whole, half: string | undefined) => (half === undefined ? whole : "\\ufffd"));
}

/** Where in a value a text or a key holds half of a character, which no encoding can carry; `null` when none does. */
export function brokenTextIn(value: unknown, path: Path = []): Path | null {
  if (typeof value === "string") return isBroken(value) ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const broken = isBroken(key) ? place : brokenTextIn(entry, place);
    if (broken !== null) return broken;
  }
  return null;
}

const isBroken = (text: string): boolean => /\p{Cs}/u.test(text);
