import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { toWellFormed } from "../text/text.ts";
import type { Path } from "./value-path.ts";
import { pathText } from "./value-path.ts";

/**
 * A parsed body, and its source text for numbers that must keep every digit. Both are well-formed Unicode: unpaired surrogates were
 * replaced by U+FFFD.
 */
export interface JsonDocument {
  readonly value: unknown;
  readonly text: string;
  /** The text that was sent, if an unpaired surrogate had to be replaced; else `null`. */
  readonly brokenText: string | null;
}

/** An object of a JSON body whose keys were not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses JSON from outside into a value whose texts and keys are well-formed Unicode. Throws a SyntaxError for invalid JSON. */
export const parseJson = (text: string): unknown => JSON.parse(mendJson(text));

/**
 * Parses the bytes of a request body into a value, regardless of their content type. A byte-order mark is skipped. Fails with
 * `invalid_request` for bytes that are not UTF-8, not JSON, or nested deeper than `depthMax`. Source: CH-18, CH-20, LIM-04.
 */
export function decodeJson(bytes: Uint8Array, bounds: { readonly depthMax: number }): Result<JsonDocument> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return fail("invalid_request", "The body is not valid UTF-8.");
  }
  if (isDeeperThan(text, bounds.depthMax)) {
    return fail("invalid_request", `The body is nested deeper than ${bounds.depthMax} levels.`);
  }
  const mended = mendJson(text);
  try {
    return ok({ value: JSON.parse(mended), text: mended, brokenText: mended === text ? null : text });
  } catch {
    return fail("invalid_request", "The body is not valid JSON.");
  }
}

/**
 * Returns `invalid_request` naming the first place with an unpaired surrogate, in the complete body or in the named fields; `null`
 * if there is none. Used for keys and ids: with U+FFFD as a replacement, two different values would become equal.
 */
export function refuseBrokenText({ brokenText: sent }: JsonDocument, keys?: readonly string[]): Failure | null {
  if (sent === null) return null;
  const value: unknown = JSON.parse(sent);
  const looked = keys === undefined ? value : pick(value, keys);
  const path = brokenTextIn(looked);
  if (path === null) return null;
  const place = path.length === 0 ? "The body" : `Field ${toWellFormed(pathText(path))}`;
  return { code: "invalid_request", message: `${place} contains ${brokenText}.` };
}

const pick = (value: unknown, keys: readonly string[]): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key))) : null;

function isDeeperThan(text: string, depthMax: number): boolean {
  // A text with fewer brackets than allowed levels needs no further check.
  return hasMoreThan(text, depthMax) && deepestLevel(text) > depthMax;
}

function hasMoreThan(text: string, openingsMax: number): boolean {
  let left = openingsMax;
  for (const opening of ["{", "["]) {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

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
function mendJson(text: string): string {
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

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** The nesting depth of a text, if it is JSON. */
function deepestLevel(text: string): number {
  let level = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openBrace || code === openBracket) {
      level += 1;
      if (level > deepest) deepest = level;
    } else if (code === closeBrace || code === closeBracket) level -= 1;
  }
  return deepest;
}

const numberForm = /-?[\d.eE+-]+/y;
const keyEnd = /\s*:/y;

/**
 * The literals of the numbers inside `sections` of a text that is known to parse to an object, by `section.key`. If a key occurs
 * twice, the last value is used. This is our own scanner because a lossless JSON parser builds every value, which takes ten times
 * as long for the largest allowed body.
 */
export function findNumberLiterals(text: string, sections: readonly string[]): ReadonlyMap<string, string> {
  const literals = new Map<string, string>();
  const keys = ["", "", ""];
  let level = 0;
  let isWanted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      const end = endOfString(text, index);
      if ((level === 1 || (level === 2 && isWanted)) && isFollowedByColon(text, end)) {
        keys[level] = decodeKey(text.slice(index + 1, end));
        if (level === 1) isWanted = sections.includes(keys[1] ?? "");
      }
      index = end;
    } else if (code === openBrace || code === openBracket) level += 1;
    else if (code === closeBrace || code === closeBracket) level -= 1;
    else if (isNumberStart(code)) {
      const literal = literalAt(text, index);
      if (level === 2 && isWanted) literals.set(`${keys[1]}.${keys[2]}`, literal);
      index += literal.length - 1;
    }
  }
  return literals;
}

/**
 * The literals of the numbers at `paths` of a text that is known to parse, by `pathText`. If a key occurs twice, the last value
 * is used. One scan finds all of them, so the time does not depend on the number of paths.
 */
export function findNumbersAt(text: string, paths: readonly Path[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const place: (string | number)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const last = place.length - 1;
    if (code === quote) {
      const end = endOfString(text, index);
      if (typeof place[last] === "string" && isFollowedByColon(text, end)) {
        place[last] = decodeKey(text.slice(index + 1, end));
      }
      index = end;
    } else if (code === openBrace) place.push("");
    else if (code === openBracket) place.push(0);
    else if (code === closeBrace || code === closeBracket) place.pop();
    else if (code === comma) {
      const position = place[last];
      if (typeof position === "number") place[last] = position + 1;
    } else if (isNumberStart(code)) {
      const literal = literalAt(text, index);
      const wanted = paths.find((path) => isSamePath(path, place));
      if (wanted !== undefined) found.set(pathText(wanted), literal);
      index += literal.length - 1;
    }
  }
  return found;
}

const isSamePath = (path: Path, place: Path): boolean =>
  path.length === place.length && path.every((part, level) => part === place[level]);

/**
 * The first key that occurs twice in a text that is known to parse to an object, or in its object `section`; `null` if
 * there is none. Keys are decoded before the comparison. Source: ERR-15.
 */
export function findDuplicateKey(text: string, section: string): Path | null {
  const met = [new Set<string>(), new Set<string>()] as const;
  let level = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      const end = endOfString(text, index);
      if ((level === 1 || (level === 2 && isInside)) && isFollowedByColon(text, end)) {
        const key = decodeKey(text.slice(index + 1, end));
        const keys = level === 1 ? met[0] : met[1];
        if (keys.has(key)) return level === 1 ? [key] : [section, key];
        keys.add(key);
        if (level === 1) isInside = key === section;
      }
      index = end;
    } else if (code === openBrace || code === openBracket) level += 1;
    else if (code === closeBrace || code === closeBracket) level -= 1;
  }
  return null;
}

const decodeKey = (raw: string): string => (raw.includes("\\") ? JSON.parse(`"${raw}"`) : raw);
const isNumberStart = (code: number): boolean => code === 0x2d || (code >= 0x30 && code <= 0x39);

function literalAt(text: string, index: number): string {
  numberForm.lastIndex = index;
  return numberForm.exec(text)?.[0] ?? "-";
}

function isFollowedByColon(text: string, end: number): boolean {
  keyEnd.lastIndex = end + 1;
  return keyEnd.test(text);
}

/** The index of the quote that ends the string which starts at `start`; the end of the text if there is no such quote. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index += 1;
  }
  return text.length;
}
