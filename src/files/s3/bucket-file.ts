import type { Readable } from "node:stream";
import type { StoredFile } from "../../ports/file-store.ts";

/** The bytes of an object from `position` on, as they come. */
export type ReadFrom = (position: number) => Promise<Readable>;

/**
 * An object that is read: one answer of the bucket as long as the reader goes on where it was, another one when it goes elsewhere, or when
 * the first was cut, as it is when the reader is slow.
 */
export class BucketFile implements StoredFile {
  readonly bytes: number;
  readonly #readFrom: ReadFrom;
  readonly #errorOf: (error: unknown) => Error;
  #stream: Readable;
  #pieces: AsyncIterator<Uint8Array>;
  /** What came and was not taken. */
  #left: Uint8Array = new Uint8Array(0);
  #position = 0;

  /** `first` is the whole object from its beginning. */
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

  /** Once more from where it is when the answer was cut. */
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
  // Told to whoever reads on; where nobody does, it is no defect.
  stream.on("error", () => undefined);
  return stream[Symbol.asyncIterator]();
}
