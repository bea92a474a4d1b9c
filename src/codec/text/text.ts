/** Control characters except tab and newline, and unpaired surrogates. */
const unwanted = /[^\P{Cc}\t\n]|\p{Cs}/u;
const controls = /[^\P{Cc}\t\n]/gu;
const loneSurrogates = /\p{Cs}/gu;

/**
 * The text without control characters: tab and newline stay, CR LF and a lone CR become a newline. An unpaired surrogate becomes U+FFFD.
 * Source: CH-36, CH-37.
 */
export function cleanText(text: string): string {
  return unwanted.test(text) ? toWellFormed(text.replace(/\r\n?/g, "\n").replace(controls, "")) : text;
}

/** The text with U+FFFD in place of every unpaired surrogate. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}

/** True for a text that is empty or only whitespace. */
export function isBlankText(text: string): boolean {
  return text.trim() === "";
}

/** Whether the text has more than `max` Unicode code points. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && indexAfter(text, max) < text.length;
}

/** The first `max` code points; a surrogate pair is never split. Source: CH-36. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = indexAfter(text, max);
  // A slice keeps the complete original text in memory; a copy does not.
  return end >= text.length ? text : Buffer.from(text.slice(0, end)).toString();
}

/** Source: CH-36. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** The index after the first `count` code points. */
function indexAfter(text: string, count: number): number {
  let index = 0;
  for (let seen = 0; seen < count && index < text.length; seen += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/** A short description of a value for an error message: `"tex"`, `7`, `an array`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(cutCodePoints(cleanText(value), 40));
  return Array.isArray(value) ? "an array" : "an object";
}
