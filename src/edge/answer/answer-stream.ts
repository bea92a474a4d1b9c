import type { HttpResponse } from "uWebSockets.js";
import { assert } from "../../core/assert.ts";
import { restartIdleTimer } from "../http/idle-timer.ts";

const chunkBytes = 64 * 1024;

/** Bytes that are read as the client takes them. */
export interface AnswerSource {
  /** How many there are; `null` where only the end tells: the answer is chunked then. */
  readonly bytes: number | null;
  /** Fills `target` with what stands at `position`, which grows by what came; answers how many came, 0 when there is no more. */
  read(target: Uint8Array, position: number): Promise<number>;
}

export interface AnswerStreamOptions {
  readonly source: AnswerSource;
  /** Writes status and headers; called once the first bytes are there. */
  writeHead(): void;
  /** The client took so many bytes. */
  onProgress(bytes: number): void;
  /** Called before `ended` resolves, unless the client went away. With an error: what was begun cannot be ended well. */
  onEnd(outcome: AnswerStreamOutcome): void;
}

export type AnswerStreamOutcome =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly error: unknown; readonly isBegun: boolean };

/** Sends an answer whose body is read: one chunk in memory, the next is read when the client has taken it. */
export class AnswerStream {
  /** Resolves when the source is needed no more: everything is sent, the source failed, or the client went away. */
  readonly ended: Promise<void>;
  readonly #response: HttpResponse;
  readonly #options: AnswerStreamOptions;
  readonly #chunk: Uint8Array;
  /** What of the chunk is on its way, and where in the body it begins. */
  #filled = 0;
  #chunkAt = 0;
  #resolve: () => void = () => undefined;
  #isBegun = false;
  #isOver = false;
  /** The client did not take the whole chunk; it says when it takes more. */
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

  /** The client is gone: the response must not be touched any more. */
  abort(): void {
    this.#isOver = true;
    this.#resolve();
  }

  /** False while the source is read. */
  get isClientsTurn(): boolean {
    return this.#isHeldBack;
  }

  /** Sets the server's timer anew: it runs out between two moments in which the kernel takes more. */
  keepReceiving(): void {
    restartIdleTimer(this.#response);
  }

  /** Reads and offers chunks until the client takes no more for now. */
  async #goOn(): Promise<void> {
    try {
      for (this.#isHeldBack = false; !this.#isHeldBack && !this.#isOver; ) {
        await this.#readNext();
        // An abort meanwhile has taken the response away.
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

  /** Writes the chunk of a body whose end is not known; an empty one ends it. */
  #write(): void {
    if (this.#filled === 0) {
      this.#response.end();
      this.#end({ isSent: true });
      return;
    }
    this.#isHeldBack = !this.#response.write(this.#chunk.subarray(0, this.#filled));
    if (!this.#isHeldBack) this.#options.onProgress(this.#filled);
  }

  /** The client took what the server kept for it. */
  #taken(): boolean {
    this.#isHeldBack = false;
    this.#options.onProgress(this.#filled);
    return true;
  }

  /** Offers the chunk from this offset of the body on; false when the client did not take all of it. */
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
