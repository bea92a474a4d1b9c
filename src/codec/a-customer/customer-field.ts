import { toPlainDecimal } from "../json/decimal.ts";
import type { JsonDocument, JsonObject } from "../json/json.ts";
import { findNumberLiterals } from "../json/json.ts";
import { cleanText, countCodePoints, cutCodePoints, describeValue, isBlankText, isLongerThan } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";

const numberDigitsMax = 1000;
const noWarnings: readonly string[] = Object.freeze([]);

/** `sender` or `message` of one body, with the warnings that its fields caused. */
export interface Section {
  readonly document: JsonDocument;
  readonly name: "sender" | "message";
  readonly fields: JsonObject;
  readonly notes: Notes;
}

export interface Notes {
  /** A shared empty list until there is a warning. */
  warnings: readonly string[];
  /** The literals of the numbers in the source text. They are collected when the first one is needed. */
  literals: ReadonlyMap<string, string> | null;
}
export const createNotes = (): Notes => ({ warnings: noWarnings, literals: null });

export function warn(section: Section, key: string, expected: string): void {
  const got = describeValue(section.fields[key]);
  section.notes.warnings = [
    ...section.notes.warnings,
    `Field ${section.name}.${key} was dropped: expected ${expected}, got ${got}.`,
  ];
}

/** Absent, null, "" or only whitespace. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && isBlankText(value));
}

/**
 * A string, or a number as its decimal text, cleaned and cut to `max` code points. Returns nothing for a blank field;
 * for any other type it returns nothing and adds a warning. Source: CH-21, CH-36, CH-37, LIM-05.
 */
export function readText(section: Section, key: string, max: number): string | undefined {
  const text = readWholeText(section, key);
  return text === undefined ? undefined : cutCodePoints(text, max);
}

/** The text that a person wrote. */
export interface Words {
  readonly text: string;
  /** The number of code points that did not fit; absent if all fitted. */
  readonly cut?: number;
}

/** Like `readText`, for text that a person wrote: a cut causes a warning, and the result contains its size. Source: CH-36. */
export function readWords(section: Section, key: string, max: number): Words | undefined {
  const whole = readWholeText(section, key);
  if (whole === undefined) return undefined;
  const text = cutCodePoints(whole, max);
  if (text.length === whole.length) return { text };
  const cut = countCodePoints(whole) - max;
  section.notes.warnings = [
    ...section.notes.warnings,
    `Field ${section.name}.${key} was cut to its first ${max} characters: ${cut} more ${cut === 1 ? "was" : "were"} sent.`,
  ];
  return { text, cut };
}

function readWholeText(section: Section, key: string): string | undefined {
  const value = section.fields[key];
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "number" ? decimalText(section, key, value) : value;
  if (typeof text !== "string") {
    warn(section, key, "a string");
    return undefined;
  }
  const cleaned = cleanText(text);
  return isBlankText(cleaned) ? undefined : cleaned;
}

/** The number at `key` with every digit; `null` if the text would be absurdly long. Source: CH-26. */
function decimalText(section: Section, key: string, value: number): string | null {
  if (Number.isSafeInteger(value)) return value === 0 ? "0" : String(value);
  return exactDecimal(section, key);
}

/** Like `decimalText`, but always read from the source text. */
export function exactDecimal(section: Section, key: string): string | null {
  section.notes.literals ??= findNumberLiterals(section.document.text, ["sender", "message"]);
  const literal = section.notes.literals.get(`${section.name}.${key}`);
  return literal === undefined ? null : toPlainDecimal(literal, numberDigitsMax);
}

const httpUrl = /^https?:\/\/./i;
const urlControls = /\p{Cc}/gu;

/** Returns the text if it is a safe link: http or https, and not too long. Source: CH-29, CH-55, LIM-05. */
export function toHttpUrl(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const url = cleanText(value).replace(urlControls, "");
  return httpUrl.test(url) && !isLongerThan(url, urlLengthMax) ? url : null;
}

/** An optional link. A blank link gives nothing; a link other than http(s) gives nothing and a warning. */
export function readUrl(section: Section, key: string): string | undefined {
  const value = section.fields[key];
  if (isBlank(value)) return undefined;
  const url = toHttpUrl(value);
  if (url !== null) return url;
  warn(section, key, `an http:// or https:// URL of at most ${urlLengthMax} characters`);
  return undefined;
}

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const decimalLengthMax = 40;

/** A number or a decimal string; `null` for anything else. Source: CH-57. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > decimalLengthMax) return null;
  const text = value.trim();
  return decimalForm.test(text) ? Number(text) : null;
}
