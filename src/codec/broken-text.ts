import type { Path } from "./value-path.ts";

/** What is wrong with a text that `brokenTextIn` finds. */
export const brokenText = "half of a character (an unpaired surrogate)";

/** Where in a value a text holds half of a character, which no encoding can carry; `null` when none does. */
export function brokenTextIn(value: unknown, path: Path = []): Path | null {
  if (typeof value === "string") return /\p{Cs}/u.test(value) ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    const broken = brokenTextIn(entry, [...path, Array.isArray(value) ? Number(key) : key]);
    if (broken !== null) return broken;
  }
  return null;
}
