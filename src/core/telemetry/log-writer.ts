import { write, writeSync } from "node:fs";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { LogHealth } from "../../ports/log.ts";

export interface LogWriterOptions {
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
export class LogWriter {
  readonly #options: LogWriterOptions;
  #waiting = "";
  #chunk: Buffer | null = null;
  #isWriting = false;
  #wake: Wake | null = null;
  #failure: string | null = null;
  #failedWrites = 0;
  #linesLost = 0;
  #linesLostTold = 0;

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
    const lines = this.#linesLost - this.#linesLostTold;
    if (lines === 0) return;
    this.#linesLostTold = this.#linesLost;
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
