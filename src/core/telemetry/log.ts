import { fstatSync } from "node:fs";
import type { Logger } from "pino";
import pino from "pino";
import type { LogHealth } from "../../ports/log.ts";
import { backgroundClock, systemClock } from "../clock.ts";
import { LogWriter } from "./log-writer.ts";
import { mappedStack } from "./mapped-stack.ts";

export type { Logger } from "pino";

export interface Log {
  readonly logger: Logger;
  /** Sets the lowest level that is written from now on, for all parts of the service. */
  setLevel(level: string): void;
  health(): LogHealth;
  /** Writes everything that is still in memory; blocks for a second at most. It also runs when the process exits. */
  flush(): void;
}

/** Keys whose values never leave the process, at the top of an entry and up to two levels below. Source: AUTH-14. */
const secretKeys = [
  "authorization",
  "cookie",
  "password",
  "passwordHash",
  "random",
  "token",
  "clientSecret",
  "signingSecret",
] as const;

const standardError = 2;

/** ISO 8601, formatted once for all entries of a millisecond. */
function createTimestamp(): () => string {
  let writtenMs = Number.NaN;
  let written = "";
  return () => {
    const nowMs = systemClock.nowMs();
    if (nowMs !== writtenMs) {
      writtenMs = nowMs;
      written = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return written;
  };
}

/** Redirects the console output of libraries to the log: standard error contains only JSON lines. */
export function captureConsole(logger: Logger): void {
  const write = (...parts: readonly unknown[]): void => {
    const [err] = parts.filter((part) => part instanceof Error);
    logger.warn({ ...(err === undefined ? {} : { err }), text: parts.map(String).join(" ") }, "printed by a library");
  };
  console.error = write;
  console.warn = write;
}

/**
 * The same log for entries whose fields were all chosen by name and cannot contain a secret. The search for secrets
 * would cost several times as much as the entry.
 */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] });

/**
 * Puts the pipe or socket of standard error into non-blocking mode, which Node does when it makes the stream. A write
 * that blocks would block its thread, and the end of the process, for as long as nobody reads.
 */
function keepFromBlocking(): void {
  const stats = fstatSync(standardError);
  if (!stats.isFIFO() && !stats.isSocket()) return;
  process.stderr.on("error", () => {
    // Output of other code on this stream is lost when its reader has ended; the log does not use this stream.
  });
}

/** Formats an error as pino does, with source positions. A value that is no error stays as it is. */
function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  told.stack = mappedStack(told.stack);
  return told;
}

/** JSON lines on standard error, written in the background, so that no work waits for them. `level` is one of pino's. */
export function createLog(level: string, limits: { readonly logWaitingCharactersMax: number }): Log {
  keepFromBlocking();
  const writer = new LogWriter({
    file: standardError,
    clock: backgroundClock,
    waitingCharactersMax: limits.logWaitingCharactersMax,
  });
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  // Each child logger has its own level. There are few: parts create them once.
  const children: Logger[] = [];
  const logger = pino(
    {
      level,
      onChild: (child) => void children.push(child),
      base: null,
      timestamp: createTimestamp(),
      serializers: { err: tellError },
      redact: { paths: [...paths, "headers.Authorization", "headers.Cookie"], censor: "[secret]" },
    },
    writer,
  );
  process.once("exit", () => writer.flush());
  const setLevel = (next: string): void => {
    for (const one of [logger, ...children]) one.level = next;
  };
  return { logger, setLevel, health: () => writer.health(), flush: () => writer.flush() };
}
