import { textMax } from "./limits.ts";

const controls = /[^\P{Cc}\t\n]/gu;

/** A trimmed text without control characters, as the service cleans it, or a number as its text; nothing for anything else. Asks nothing of the value that could throw. */
export function toText(value: unknown): string | undefined {
  const text = Number.isFinite(value) ? `${value}` : value;
  return typeof text === "string" ? text.replace(controls, "").trim() : undefined;
}

/** The first `max` code points. */
export const cut = (text = "", max = textMax): string => [...text.slice(0, max * 2)].slice(0, max).join("");

/** 0 for what is no number. */
export const toNumber = (value: unknown): number => Number(toText(value)) || 0;

/** Bytes of the value in a frame. */
export const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** What a page gave as something whose properties can be read. */
export type Given = Readonly<Record<string, unknown>>;

/** What is no object has no properties. */
export const asGiven = (value: unknown): Given => Object(value);

/** The texts under the keys of `lengths`, cut to these. What was not given, or has no text, is absent; so is an empty one unless that says something. */
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
