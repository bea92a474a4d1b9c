import type { Logger } from "pino";
import pino from "pino";
import { systemClock } from "./clock.ts";

export type { Logger } from "pino";

export interface Log {
  readonly logger: Logger;
  /** Writes out what is still in memory; blocks. Also done by itself when the process exits. */
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

/** Lines gather to this size or age before they are written: handing each write to another thread costs more than the line. */
const gatheredBytesMin = 8 * 1024;
const gatheredMsMax = 100;

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
 * JSON lines on standard error, written behind the work in hand. `level` is one of pino's; `file` is a path in place
 * of standard error.
 */
export function createLog(level: string, file: string | number = standardError): Log {
  const destination = pino.destination({
    dest: file,
    sync: false,
    mkdir: false,
    minLength: gatheredBytesMin,
    periodicFlush: gatheredMsMax,
  });
  const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      redact: { paths: [...paths, "headers.Authorization", "headers.Cookie"], censor: "[secret]" },
    },
    destination,
  );
  const flush = (): void => destination.flushSync();
  process.once("exit", flush);
  return { logger, flush };
}
