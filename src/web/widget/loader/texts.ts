import { textMax } from "./limits.ts";
import { toJson } from "./to-json.ts";

const controls = /[^\P{Cc}\t\n]/gu;

/**
 * Returns a trimmed text without control characters, as the service cleans it. A number becomes its text. Any other value gives
 * `undefined`. Reads nothing of the value that could throw.
 */
export function toText(value: unknown): string | undefined {
  const text = Number.isFinite(value) ? `${value}` : value;
  return typeof text === "string" ? text.replace(controls, "").trim() : undefined;
}

/** Returns the first `max` code points. */
export const cut = (text = "", max = textMax): string => [...text.slice(0, max * 2)].slice(0, max).join("");

/** Returns 0 for a value that is not a finite number. */
export const toNumber = (value: unknown): number => +(toText(value) as string) % 1e15 || 0;

/** Returns the number of bytes of the value in a frame. */
export const bytesOf = (value: object): number => new Blob([toJson(value)]).size;

/** A value of the page, as an object whose properties can be read. */
export type Given = Readonly<Record<string, unknown>>;

/** A value that is not an object has no properties. */
export const asGiven = (value: unknown): Given => Object(value);

/**
 * Returns the texts under the keys of `lengths`, cut to these lengths. A value that was not given or is not a text is absent.
 * An empty text is absent too unless `canBeEmpty` is set.
 */
export function readTexts(
  given: Given,
  lengths: Readonly<Record<string, number>>,
  canBeEmpty = false,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, max] of Object.entries(lengths)) {
    const text = toText(given[key]);
    if (text || (canBeEmpty && text === "")) texts[key] = cut(text, max);
  }
  return texts;
}
