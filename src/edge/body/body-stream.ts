import type { HttpResponse } from "uWebSockets.js";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { payloadTooLarge } from "./body-reader.ts";

/** The bytes that wait for the disk before the client is paused. */
const waitingBytesMax = 64 * 1024;
/** How much of a body over its bound is read and discarded, as a multiple of the bound, so that its client receives the answer. */
const discardFactor = 2;

export const streamDiscardBytesMax = (bytesMax: number): number => bytesMax * discardFactor;

/** The target of a body; an exception of a write ends the stream. */
export interface BodySink {
  /** Writes the bytes at `position` of the body. They are valid until it resolves; the next call comes after that. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Writes synchronously, also during a pending `write`. Returns false when it cannot do so yet and wrote nothing. */
  writeNow(bytes: Uint8Array, position: number): boolean;
}

export type OnPiece = (bytes: Uint8Array) => void;

interface BodyStreamOptions {
  readonly bytesMax: number;
  /** Shared by all streams. */
  readonly pool: BlockPool;
  readonly sink: BodySink;
  /** Receives the number of new bytes. */
  onProgress(bytes: number): void;
  /** Receives every piece in order while the body is within its bound. The piece is valid until it returns. */
  readonly onPiece?: OnPiece | undefined;
  /** Called before `ended` settles, unless the client disconnected. `isWholeRead` is true if the client has sent everything. */
  onEnd(isWholeRead: boolean): void;
}

/**
 * Writes a body as it arrives. Pauses its client while the writes are too slow, or while all bodies together have too many waiting
 * bytes. Bytes in the system's buffers still arrive after a pause, many megabytes on some machines. When the memory for all bodies is
 * full, these bytes are written synchronously, which blocks the event loop.
 */
export class BodyStream {
  /**
   * Resolves with the number of bytes when all of them are written, or with `payload_too_large`; with `null` if the client
   * disconnected, after the current write has ended. Rejects with the exception of `write`.
   */
  readonly ended: Promise<Result<number> | null>;
  readonly #response: HttpResponse;
  readonly #options: BodyStreamOptions;
  #resolve: (bytes: Result<number> | null) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  readonly #waiting: PieceQueue;
  #bytes = 0;
  #isWriting = false;
  #isPaused = false;
  #isWholeRead = false;
  #isAborted = false;
  #isOver = false;
  #onRead: (() => void) | null = null;

  /** Call it before the request handler returns. */
  constructor(response: HttpResponse, options: BodyStreamOptions) {
    this.#response = response;
    this.#options = options;
    this.#waiting = new PieceQueue(options.pool);
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    response.onData((chunk, isLast) => this.#take(chunk, isLast));
  }

  /** False while the client is paused, and after it has sent everything. */
  get isClientsTurn(): boolean {
    return !this.#isPaused && !this.#isWholeRead;
  }

  /** uWebSockets.js closes a slow client unless its timer is restarted. */
  keepReceiving(): void {
    this.#response.pause();
    // `resume` breaks reading on a connection that was not paused.
    if (!this.#isPaused) this.#response.resume();
  }

  /** Stops the stream: the rest of the body is discarded. `ended` resolves with `null`. */
  stop(): void {
    this.#finish(() => this.#resolve(null));
  }

  /** After `stop`: calls back once, when the client has sent everything or too much. */
  whenRead(onRead: () => void): void {
    this.#onRead = onRead;
    this.#reportRead();
  }

  /** The client has disconnected: the response must not be used any more. */
  abort(): void {
    this.#isAborted = true;
    this.#waiting.clear();
    if (!this.#isWriting) this.#finish(() => this.#resolve(null));
  }

  #take(chunk: ArrayBuffer, isLast: boolean): void {
    const { bytesMax, pool, onProgress, onPiece } = this.#options;
    const position = this.#bytes;
    this.#isWholeRead = isLast;
    this.#bytes += chunk.byteLength;
    if (this.#isOver) {
      this.#reportRead();
      return;
    }
    onProgress(chunk.byteLength);
    if (this.#bytes > bytesMax) {
      this.#discard();
      return;
    }
    onPiece?.(new Uint8Array(chunk));
    const isWritten = !pool.hasRoom && this.#isWrittenNow(chunk, position);
    if (this.#isOver) return;
    if (!isWritten) this.#waiting.add(chunk, position);
    if (!this.#isWriting) void this.#writeWaiting();
    if (isLast || this.#isPaused || this.#isOver) return;
    if (this.#waiting.bytes >= waitingBytesMax) this.#pause();
    else if (isWritten) {
      this.#pause();
      pool.whenRoom(() => this.#resume());
    }
  }

  /** Returns true also when the write failed, because the stream is over then. */
  #isWrittenNow(chunk: ArrayBuffer, position: number): boolean {
    try {
      return this.#options.sink.writeNow(new Uint8Array(chunk), position);
    } catch (error) {
      this.#finish(() => this.#reject(error));
      return true;
    }
  }

  /** Discards the rest. The answer follows when the client has sent everything, or too much. */
  #discard(): void {
    this.#waiting.clear();
    this.#resume();
    if (!this.#isWriting) this.#endTooLarge();
  }

  #endTooLarge(): void {
    if (this.#isReadEnough) this.#finish(() => this.#resolve(payloadTooLarge(this.#options.bytesMax)));
  }

  #reportRead(): void {
    if (!this.#isReadEnough) return;
    this.#onRead?.();
    this.#onRead = null;
  }

  get #isReadEnough(): boolean {
    return this.#isWholeRead || this.#bytes > streamDiscardBytesMax(this.#options.bytesMax);
  }

  async #writeWaiting(): Promise<void> {
    const { bytesMax, pool, sink } = this.#options;
    this.#isWriting = true;
    try {
      while (this.#waiting.bytes > 0) {
        const writing = this.#waiting.writeNext((bytes, position) => sink.write(bytes, position));
        if (this.#isPaused && this.#waiting.bytes < waitingBytesMax) pool.whenRoom(() => this.#resume());
        await writing;
      }
    } catch (error) {
      this.#finish(() => this.#reject(error));
    }
    this.#isWriting = false;
    if (this.#isAborted) this.#finish(() => this.#resolve(null));
    else if (this.#bytes > bytesMax) this.#endTooLarge();
    else if (this.#isWholeRead) this.#finish(() => this.#resolve(ok(this.#bytes)));
  }

  #finish(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting.clear();
    this.#resume();
    if (!this.#isAborted) this.#options.onEnd(this.#isWholeRead);
    settle();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#response.pause();
  }

  /** A connection that stays paused would never be read again. */
  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#isAborted) return;
    this.#options.onProgress(0);
    this.#response.resume();
  }
}

interface Filled {
  readonly block: Uint8Array;
  /** Its offset in the body. */
  readonly position: number;
  bytes: number;
}

/** Pieces that wait to be written, copied into blocks of the pool. */
export class PieceQueue {
  readonly #pool: BlockPool;
  #filled: Filled[] = [];
  #bytes = 0;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  /** The number of waiting bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies the piece, because its memory is reused. `position` is its offset in the body; pieces may be left out. */
  add(piece: ArrayBuffer, position: number): void {
    for (let from = 0; from < piece.byteLength; ) {
      const last = this.#roomAt(position + from);
      const part = new Uint8Array(piece, from, Math.min(piece.byteLength - from, last.block.length - last.bytes));
      last.block.set(part, last.bytes);
      last.bytes += part.length;
      from += part.length;
    }
    this.#bytes += piece.byteLength;
  }

  /** The last block when it continues at `position` and is not full, else a new block. */
  #roomAt(position: number): Filled {
    const last = this.#filled.at(-1);
    if (last !== undefined && last.position + last.bytes === position && last.bytes < last.block.length) return last;
    const next = { block: this.#pool.take(), position, bytes: 0 };
    this.#filled.push(next);
    return next;
  }

  /** Passes the oldest block to `write` and returns it to the pool afterwards. */
  async writeNext(write: (bytes: Uint8Array, position: number) => Promise<void>): Promise<void> {
    const next = this.#filled.shift();
    if (next === undefined) return;
    this.#bytes -= next.bytes;
    try {
      await write(next.block.subarray(0, next.bytes), next.position);
    } finally {
      this.#pool.give(next.block);
    }
  }

  clear(): void {
    for (const { block } of this.#filled.splice(0)) this.#pool.give(block);
    this.#bytes = 0;
  }
}

/** Half of a block has room for one read of uWebSockets.js, so a piece is rarely cut more than once. */
const blockBytes = 256 * 1024;
/** The number of spare blocks that are kept for the next upload. */
const sparesMax = 32;

/** The memory for the pieces of all uploads. It is reused, so that uploads make no garbage, and has one common bound. */
export class BlockPool {
  readonly #spares: Uint8Array[] = [];
  readonly #waiters: (() => void)[] = [];
  readonly #blocksMax: number;
  #taken = 0;

  /** Beyond `bytesMax` clients are paused; bytes that still arrive are written at once where possible. */
  constructor(bytesMax: number) {
    this.#blocksMax = Math.ceil(bytesMax / blockBytes);
  }

  get hasRoom(): boolean {
    return this.#taken < this.#blocksMax;
  }

  /** Returns a block even if the pool is full, because bytes that were read must not be lost. */
  take(): Uint8Array {
    this.#taken += 1;
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  give(block: Uint8Array): void {
    this.#taken -= 1;
    if (this.#spares.length < sparesMax) this.#spares.push(block);
    while (this.hasRoom && this.#waiters.length > 0) this.#waiters.shift()?.();
  }

  /** Calls back as soon as more may be read, in the order of the calls. */
  whenRoom(goOn: () => void): void {
    if (this.hasRoom) goOn();
    else this.#waiters.push(goOn);
  }
}
