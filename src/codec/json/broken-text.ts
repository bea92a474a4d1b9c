import type { Path } from "./value-path.ts";

/** Describes the defect of a text that `brokenTextIn` finds. */
export const brokenText = "half of a character (an unpaired surrogate)";

const surrogateEscape = /\\u[dD][89a-fA-F]/;
/**
 * Matches each escape completely, so that no backslash inside an escape starts another match. Only an unpaired surrogate is
 * captured.
 */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;

/**
 * Returns the JSON text with U+FFFD in place of every escaped unpaired surrogate: every parsed text and key is then well-formed.
 * Returns the same text if there is none. Expects well-formed text, such as bytes that were decoded as UTF-8.
 */
export function mendJson(text: string): string {
  // Most texts have no escape, and this check is four times as fast.
  if (!text.includes("\\u") || !surrogateEscape.test(text)) return text;
  return text.replace(escapes, (whole, half: string | undefined) => (half === undefined ? whole : "\\ufffd"));
}

/** The path of a text or key that contains an unpaired surrogate, which no encoding can represent; `null` if there is none. */
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
