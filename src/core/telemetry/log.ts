import { fstatSync, write, writeSync } from "node:fs";
import type { Level, Logger } from "pino";
import pino from "pino";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { LogHealth } from "../../ports/log.ts";
import { backgroundClock, systemClock } from "../clock.ts";
import { assert } from "../result.ts";
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
  "secret",
  "identitySecret",
  "incomingSecret",
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
  const entry = pino.stdSerializers.err(error);
  entry.stack = mappedStack(entry.stack);
  return entry;
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

interface LogWriterOptions {
  /** The file descriptor of the log. One that can block forever, such as a pipe's, must be in non-blocking mode. */
  readonly file: number;
  readonly clock: Clock;
  /** How many characters of entries may wait in memory, beside as many that are being written; further entries are lost. */
  readonly waitingCharactersMax: number;
}

/** Entries gather to this size or age before they are written: passing each write to another thread costs more than the entry. */
const gatheredCharactersMin = 8 * 1024;
const gatheredMsMax = 100;
/** The delay after a failed write; a pipe with a slow reader soon has space again. */
const retryMs = 500;
const fullPipeRetryMs = 20;
/** How long the end of the process waits for a slow reader of a pipe, in all. */
const lastWaitMsMax = 1_000;
const lastWaitMs = 10;

/**
 * Writes log entries in the background, and never delays other work. A write that fails is retried until it succeeds.
 * Entries for which memory has no space are lost and counted, and an entry reports their number as soon as there is
 * space again.
 */
class LogWriter {
  readonly #options: LogWriterOptions;
  #waiting = "";
  #chunk: Buffer | null = null;
  #isWriting = false;
  #wake: Wake | null = null;
  #failure: string | null = null;
  #failedWrites = 0;
  #linesLost = 0;
  #linesLostLogged = 0;

  constructor(options: LogWriterOptions) {
    this.#options = options;
  }

  /** Takes a log entry with its line feed. */
  write(line: string): void {
    if (this.#waiting.length + line.length > this.#options.waitingCharactersMax) {
      this.#linesLost += 1;
      return;
    }
    this.#waiting += line;
    if (this.#chunk !== null) return;
    if (this.#waiting.length >= gatheredCharactersMin) this.#writeWaiting();
    else if (this.#wake === null) this.#wakeIn(gatheredMsMax, () => this.#writeWaiting());
  }

  health(): LogHealth {
    return { failure: this.#failure, failedWrites: this.#failedWrites, linesLost: this.#linesLost };
  }

  /**
   * Writes everything that is still in memory; blocks, for one second at most if nobody reads the pipe. Entries that cannot
   * be written stay in memory.
   */
  flush(): void {
    // Another thread may be writing the chunk. It ends within this pause, so that the chunk comes before the rest.
    if (this.#isWriting) pause(lastWaitMs);
    if (this.#chunk !== null && !this.#isWriting) {
      this.#chunk = this.#writeAtOnce(this.#chunk);
      if (this.#chunk !== null) return;
    }
    const waiting = Buffer.from(this.#waiting);
    this.#waiting = "";
    const rest = this.#writeAtOnce(waiting);
    if (rest === null) return;
    if (this.#chunk !== null) this.#waiting = rest.toString();
    else {
      this.#chunk = rest;
      this.#wakeIn(retryMs, () => this.#retry());
    }
  }

  /** Returns the bytes that could not be written. */
  #writeAtOnce(bytes: Buffer): Buffer | null {
    let rest = bytes;
    let waitedMs = 0;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#options.file, rest));
      } catch (error) {
        if (!isFullPipe(error) || waitedMs >= lastWaitMsMax) {
          this.#noteFailure(error);
          return rest;
        }
        pause(lastWaitMs);
        waitedMs += lastWaitMs;
      }
    }
    return null;
  }

  #writeWaiting(): void {
    this.#wake?.cancel();
    this.#wake = null;
    if (this.#waiting === "") return;
    this.#chunk = Buffer.from(this.#waiting);
    this.#waiting = "";
    this.#writeChunk(this.#chunk);
  }

  #writeChunk(chunk: Buffer): void {
    this.#isWriting = true;
    write(this.#options.file, chunk, (error, written) => {
      this.#isWriting = false;
      if (error !== null) {
        this.#noteFailure(error);
        const waitMs = isFullPipe(error) ? fullPipeRetryMs : retryMs;
        this.#wakeIn(waitMs, () => this.#retry());
        return;
      }
      this.#chunk = written < chunk.length ? chunk.subarray(written) : null;
      if (this.#chunk !== null) return this.#writeChunk(this.#chunk);
      this.#failure = null;
      this.#tellLoss();
      if (this.#waiting.length >= gatheredCharactersMin) this.#writeWaiting();
      else if (this.#waiting !== "") this.#wakeIn(gatheredMsMax, () => this.#writeWaiting());
    });
  }

  #retry(): void {
    this.#wake = null;
    if (this.#chunk === null) this.#writeWaiting();
    else this.#writeChunk(this.#chunk);
  }

  /** Appended after the kept entries: later ones were lost. */
  #tellLoss(): void {
    const lines = this.#linesLost - this.#linesLostLogged;
    if (lines === 0) return;
    this.#linesLostLogged = this.#linesLost;
    const time = new Date(this.#options.clock.nowMs()).toISOString();
    this.#waiting += `${JSON.stringify({ level: 40, time, lines, msg: "log entries were lost because the log could not be written" })}\n`;
  }

  #noteFailure(error: unknown): void {
    this.#failedWrites += 1;
    this.#failure = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  }

  #wakeIn(delayMs: number, wake: () => void): void {
    const { clock } = this.#options;
    this.#wake?.cancel();
    this.#wake = clock.wakeAt(clock.nowMs() + delayMs, wake);
  }
}

const isFullPipe = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAGAIN";

/** Blocks the complete thread. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

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
