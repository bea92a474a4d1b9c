import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { toWellFormed } from "../text/text.ts";
import { brokenText, brokenTextIn, mendJson } from "./broken-text.ts";
import { deepestLevel } from "./json-scan.ts";
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
