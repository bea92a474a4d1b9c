import type { Log } from "../../src/ports/log.ts";

/** A log that hands each entry on, with the name of its level. */
export const logTo = (write: (facts: object, message: string, level: keyof Log) => void): Log => ({
  debug: (facts, message) => write(facts, message, "debug"),
  info: (facts, message) => write(facts, message, "info"),
  warn: (facts, message) => write(facts, message, "warn"),
  error: (facts, message) => write(facts, message, "error"),
});

export const silentLog: Log = logTo(() => undefined);
