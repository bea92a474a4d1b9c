import type { HttpResponse } from "uWebSockets.js";
import { assert } from "../../core/result.ts";
import { restartIdleTimer } from "../http/exchange-watch.ts";

const chunkBytes = 64 * 1024;

/** The bytes of an answer, which are read at the client's pace. */
export interface AnswerSource {
  /** The number of bytes; `null` if unknown: then the answer is chunked. */
  readonly bytes: number | null;
  /** Fills `target` with the bytes at `position`, which continues where the last read ended. Resolves with their number, 0 at the end. */
  read(target: Uint8Array, position: number): Promise<number>;
}

export interface AnswerStreamOptions {
  readonly source: AnswerSource;
  /** Writes status and headers; called when the first bytes are available. */
  writeHead(): void;
  /** Receives the number of bytes that the client accepted. */
  onProgress(bytes: number): void;
  /** Called before `ended` resolves, unless the client disconnected. With an error, a started answer cannot be completed. */
  onEnd(outcome: AnswerStreamOutcome): void;
}

export type AnswerStreamOutcome =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly error: unknown; readonly isBegun: boolean };

/** Sends an answer from a source. One chunk is in memory; the next is read when the client has accepted it. */
export class AnswerStream {
  /** Resolves when the source is no longer needed: everything is sent, the source failed, or the client disconnected. */
  readonly ended: Promise<void>;
  readonly #response: HttpResponse;
  readonly #options: AnswerStreamOptions;
  readonly #chunk: Uint8Array;
  /** The filled bytes of the chunk, and its offset in the body. */
  #filled = 0;
  #chunkAt = 0;
  #resolve: () => void = () => undefined;
  #isBegun = false;
  #isOver = false;
  /** The client did not accept the complete chunk; a callback reports when it accepts more. */
  #isHeldBack = false;

  constructor(response: HttpResponse, options: AnswerStreamOptions) {
    this.#response = response;
    this.#options = options;
    this.#chunk = new Uint8Array(Math.min(chunkBytes, options.source.bytes ?? chunkBytes));
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    assert(options.source.bytes !== 0, "Expected a body of at least one byte to stream");
  }

  start(): void {
    this.#response.onWritable((offset) => {
      if (!this.#isHeldBack) return true;
      const isTaken = this.#options.source.bytes === null ? this.#taken() : this.#offer(offset);
      if (isTaken) void this.#goOn();
      return isTaken;
    });
    void this.#goOn();
  }

  /** The client has disconnected: the response must not be used any more. */
  abort(): void {
    this.#isOver = true;
    this.#resolve();
  }

  /** False while the source is read. */
  get isClientsTurn(): boolean {
    return this.#isHeldBack;
  }

  /** Restarts the server's timer, which could expire before the kernel accepts more bytes. */
  keepReceiving(): void {
    restartIdleTimer(this.#response);
  }

  /** Reads and sends chunks until the client accepts no more for now. */
  async #goOn(): Promise<void> {
    try {
      for (this.#isHeldBack = false; !this.#isHeldBack && !this.#isOver; ) {
        await this.#readNext();
        // After an abort the response must not be used.
        if (this.#isOver) return;
        this.#response.cork(() => {
          if (!this.#isBegun) this.#options.writeHead();
          this.#isBegun = true;
          if (this.#options.source.bytes === null) this.#write();
          else this.#offer(this.#chunkAt);
        });
      }
    } catch (error) {
      this.#end({ isSent: false, error, isBegun: this.#isBegun });
    }
  }

  async #readNext(): Promise<void> {
    const { source } = this.#options;
    const at = this.#chunkAt + this.#filled;
    const left = source.bytes === null ? this.#chunk.length : source.bytes - at;
    const read = await source.read(this.#chunk.subarray(0, Math.min(this.#chunk.length, left)), at);
    assert(read > 0 || source.bytes === null, `Expected ${source.bytes} bytes, got ${at}`);
    this.#chunkAt = at;
    this.#filled = read;
  }

  /** Writes a chunk of a body of unknown length; an empty chunk ends the body. */
  #write(): void {
    if (this.#filled === 0) {
      this.#response.end();
      this.#end({ isSent: true });
      return;
    }
    this.#isHeldBack = !this.#response.write(this.#chunk.subarray(0, this.#filled));
    if (!this.#isHeldBack) this.#options.onProgress(this.#filled);
  }

  /** The client accepted the bytes that the server kept for it. */
  #taken(): boolean {
    this.#isHeldBack = false;
    this.#options.onProgress(this.#filled);
    return true;
  }

  /** Sends the chunk from this offset of the body; false when the client did not accept all of it. */
  #offer(offset: number): boolean {
    const { source, onProgress } = this.#options;
    const rest = this.#chunk.subarray(offset - this.#chunkAt, this.#filled);
    const [isTaken, isDone] = this.#response.tryEnd(rest, source.bytes ?? 0);
    this.#isHeldBack = !isTaken;
    onProgress((isDone ? (source.bytes ?? 0) : this.#response.getWriteOffset()) - offset);
    if (isDone) this.#end({ isSent: true });
    return isTaken;
  }

  #end(outcome: AnswerStreamOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onEnd(outcome);
    this.#resolve();
  }
}
