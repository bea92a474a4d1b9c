import type { Level, Logger } from "pino";
import pino from "pino";
import { assert } from "../assert.ts";

/** Writes log entries with one fixed message and hand-built fields. */
export interface LineLog {
  isLevelEnabled(level: Level): boolean;
  /**
   * `fields` is a piece of JSON that begins with a comma: `,"status":200`. It must not contain a secret, because it is not checked.
   */
  write(level: Level, fields: string): void;
}

/**
 * Used for the log entry of every request. It writes the same as this logger, with its level, time and bindings and to its
 * destination, for less than half the work. Throws for a logger of another implementation, whose internal parts cannot be found.
 */
export function createLineLog(logger: Logger, message: string): LineLog {
  // Source: pino's manual says that pino.symbols is there for writers like this one.
  const { lsCacheSym, timeSym, chindingsSym, streamSym } = pino.symbols;
  const part = (symbol: symbol): unknown => Reflect.get(logger, symbol);
  const [openings, time, bindings, destination] = [lsCacheSym, timeSym, chindingsSym, streamSym].map(part);
  assert(
    isTextByLevel(openings) && isClock(time) && typeof bindings === "string",
    "Expected a logger of this pino, got one without its parts",
  );
  assert(isDestination(destination), "Expected a logger with a destination, got one that has none");
  const end = `,"msg":${quoted(message)}}\n`;
  return {
    isLevelEnabled: (level) => logger.isLevelEnabled(level),
    write(level, fields) {
      const opening = openings[logger.levels.values[level] ?? 0] ?? "";
      destination.write(`${opening}${time()}${bindings}${fields}${end}`);
    },
  };
}

const isTextByLevel = (value: unknown): value is Readonly<Record<number, string>> =>
  typeof value === "object" && value !== null;
const isClock = (value: unknown): value is () => string => typeof value === "function";
const isDestination = (value: unknown): value is { write(line: string): void } =>
  typeof value === "object" && value !== null && "write" in value && typeof value.write === "function";

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

/** A string as JSON. Nearly no logged string needs escapes. */
export function quoted(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote || code === backslash || code < space) return JSON.stringify(text);
  }
  return `"${text}"`;
}
