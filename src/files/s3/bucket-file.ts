import type { Readable } from "node:stream";
import type { StoredFile } from "../../ports/file-store.ts";

/** Requests the bytes of an object from `position` on, as a stream. */
export type ReadFrom = (position: number) => Promise<Readable>;

/**
 * Reads an object. One response of the bucket serves as long as the reader continues at its position. Another request follows when
 * the reader jumps, or when the bucket cut the response, which happens to slow readers.
 */
export class BucketFile implements StoredFile {
  readonly bytes: number;
  readonly #readFrom: ReadFrom;
  readonly #errorOf: (error: unknown) => Error;
  #stream: Readable;
  #pieces: AsyncIterator<Uint8Array>;
  /** Bytes that have arrived and were not read yet. */
  #left: Uint8Array = new Uint8Array(0);
  #position = 0;

  /** `first` is the response with the complete object from its beginning. */
  constructor(bytes: number, first: Readable, readFrom: ReadFrom, errorOf: (error: unknown) => Error) {
    this.bytes = bytes;
    this.#readFrom = readFrom;
    this.#errorOf = errorOf;
    this.#stream = first;
    this.#pieces = piecesOf(first);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (target.length === 0 || position >= this.bytes) return 0;
    try {
      if (position !== this.#position) await this.#goTo(position);
      if (this.#left.length === 0) this.#left = await this.#next();
    } catch (error) {
      throw this.#errorOf(error);
    }
    const taken = this.#left.subarray(0, target.length);
    target.set(taken);
    this.#left = this.#left.subarray(taken.length);
    this.#position += taken.length;
    return taken.length;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }

  /** Requests the rest again when the response was cut. */
  async #next(): Promise<Uint8Array> {
    const first = await this.#pieces.next().catch(() => null);
    if (first !== null && first.done !== true) return first.value;
    await this.#goTo(this.#position);
    const again = await this.#pieces.next();
    if (again.done === true) throw new Error(`Expected ${this.bytes} bytes, got ${this.#position}`);
    return again.value;
  }

  async #goTo(position: number): Promise<void> {
    this.#stream.destroy();
    this.#left = new Uint8Array(0);
    this.#stream = await this.#readFrom(position);
    this.#pieces = piecesOf(this.#stream);
    this.#position = position;
  }
}

function piecesOf(stream: Readable): AsyncIterator<Uint8Array> {
  // The next read gets this error. Without a next read it is not a defect.
  stream.on("error", () => undefined);
  return stream[Symbol.asyncIterator]();
}
