import type { BlockPool } from "./block-pool.ts";

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
