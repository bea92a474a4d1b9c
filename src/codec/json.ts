import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { deepestLevel } from "./json-scan.ts";

/** A parsed body, and the text it was parsed from for numbers that must keep every digit. */
export interface JsonDocument {
  readonly value: unknown;
  readonly text: string;
}

/** An object of a JSON body, its keys not looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Bytes of a request body to a value, whatever their content type says; a byte-order mark is skipped. Fails with
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
  try {
    return ok({ value: JSON.parse(text), text });
  } catch {
    return fail("invalid_request", "The body is not valid JSON.");
  }
}

function isDeeperThan(text: string, depthMax: number): boolean {
  // Fewer brackets than levels allowed: no need to look where they stand.
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
