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
  /** Writes the lines of this level and above from now on, those of every part. */
  setLevel(level: string): void;
  health(): LogHealth;
  /** Writes out what is still in memory; blocks for a second at most. Also done by itself when the process exits. */
  flush(): void;
}

/** Keys whose values never leave the process, at the top of a line and up to two levels below. Source: AUTH-14. */
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

/** ISO 8601, written once for all lines of a millisecond. */
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

/** Libraries that print by themselves write to the log instead: standard error holds JSON lines alone. */
export function captureConsole(logger: Logger): void {
  const write = (...parts: readonly unknown[]): void => {
    const [err] = parts.filter((part) => part instanceof Error);
    logger.warn({ ...(err === undefined ? {} : { err }), text: parts.map(String).join(" ") }, "printed by a library");
  };
  console.error = write;
  console.warn = write;
}

/**
 * The same log for lines whose every field was chosen by name and can hold no secret: looking for some anyway costs
 * several times what the line does.
 */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] });

/**
 * Puts the pipe or socket behind standard error into non-blocking mode, which Node does when it makes the stream: a write
 * that blocks would hold its thread, and the end of the process, for as long as nobody reads.
 */
function keepFromBlocking(): void {
  const stats = fstatSync(standardError);
  if (!stats.isFIFO() && !stats.isSocket()) return;
  process.stderr.on("error", () => {
    // What others print there is lost with whoever read it; the log's own lines do not go through this stream.
  });
}

/** As pino tells an error, with the places of the sources. What is no error is told as it is. */
function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = pino.stdSerializers.err(error);
  told.stack = mappedStack(told.stack);
  return told;
}

/** JSON lines on standard error, written behind the work in hand, which never waits for them. `level` is one of pino's. */
export function createLog(level: string, limits: { readonly logWaitingCharactersMax: number }): Log {
  keepFromBlocking();
  const writer = new LogWriter({
    file: standardError,
    clock: backgroundClock,
    waitingCharactersMax: limits.logWaitingCharactersMax,
  });
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  // Each has a level of its own. There are few: parts make them once.
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
