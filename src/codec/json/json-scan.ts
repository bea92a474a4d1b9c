import type { Path } from "./value-path.ts";
import { pathText } from "./value-path.ts";

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** The nesting depth of a text, if it is JSON. */
export function deepestLevel(text: string): number {
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
