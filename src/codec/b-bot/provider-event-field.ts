import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { toPlainDecimal } from "../json/decimal.ts";
import type { JsonObject } from "../json/json.ts";
import { findNumbersAt } from "../json/json-scan.ts";
import type { Path } from "../json/value-path.ts";
import { pathText } from "../json/value-path.ts";
import { cleanText, describeValue, isBlankText } from "../text/text.ts";

/** The source text of an event. */
export interface EventSource {
  readonly text: string;
  /** The literals of its numbers. They are collected when the first one is needed. */
  numbers: ReadonlyMap<string, string> | null;
}

/** An object inside the event of one request. */
export interface EventPart {
  readonly source: EventSource;
  /** The path of the object in the event. */
  readonly path: Path;
  readonly fields: JsonObject;
}

const numberDigitsMax = 1000;

/** Every field that is read as text. */
const textPaths: readonly Path[] = [
  ...["id", "chat_id", "client_id"].map((key) => [key]),
  ...["text", "content", "title"].map((key) => ["message", key]),
  ...[0, 1, 2].flatMap((index) => ["text", "id"].map((key) => ["message", "buttons", index, key])),
];

export const refuse = (message: string): ReturnType<typeof fail> => fail("invalid_request", message);

/** The readable path of the field: `message.buttons[0].text`. */
const fieldName = (part: EventPart, key: string): string => pathText([...part.path, key]);

/**
 * A string, or a number as its decimal text with every digit. `null` for a blank field,
 * `invalid_request` for any other type. Source: BOT-25, BOT-28.
 */
export function readId(part: EventPart, key: string): Result<string | null> {
  const value = part.fields[key];
  if (value === undefined || value === null) return ok(null);
  const text = typeof value === "number" ? decimalText(part, key, value) : value;
  if (typeof text === "string") return ok(isBlankText(text) ? null : text);
  return refuse(`Field ${fieldName(part, key)} must be a string or a number, got ${describeValue(value)}.`);
}

/** Like `readId`, for text that people read: without control characters. Source: BOT-28, BOT-36. */
export function readText(part: EventPart, key: string): Result<string | null> {
  const read = readId(part, key);
  if (!read.ok || read.value === null) return read;
  const cleaned = cleanText(read.value);
  return ok(isBlankText(cleaned) ? null : cleaned);
}

/** Like `readText`, for a field that is required to show the message. Source: BOT-30. */
export function readRequiredText(part: EventPart, key: string): Result<string> {
  const read = readText(part, key);
  if (!read.ok) return read;
  return read.value === null ? refuse(`Field ${fieldName(part, key)} is missing or empty.`) : ok(read.value);
}

/** The number as decimal text; `null` if the text would be absurdly long. */
function decimalText(part: EventPart, key: string, value: number): string | null {
  if (Number.isSafeInteger(value)) return value === 0 ? "0" : String(value);
  part.source.numbers ??= findNumbersAt(part.source.text, textPaths);
  const literal = part.source.numbers.get(fieldName(part, key));
  return literal === undefined ? null : toPlainDecimal(literal, numberDigitsMax);
}
