import type { BlockPool } from "./block-pool.ts";

interface Filled {
  readonly block: Uint8Array;
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

  /** How many bytes wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies: the piece is a view on memory that is taken back. */
  add(piece: ArrayBuffer): void {
    for (let from = 0; from < piece.byteLength; ) {
      let last = this.#filled.at(-1);
      if (last === undefined || last.bytes === last.block.length) {
        last = { block: this.#pool.take(), bytes: 0 };
        this.#filled.push(last);
      }
      const part = new Uint8Array(piece, from, Math.min(piece.byteLength - from, last.block.length - last.bytes));
      last.block.set(part, last.bytes);
      last.bytes += part.length;
      from += part.length;
    }
    this.#bytes += piece.byteLength;
  }

  /** Hands the oldest block to `write` and takes it back afterwards. */
  async writeNext(write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const next = this.#filled.shift();
    if (next === undefined) return;
    this.#bytes -= next.bytes;
    try {
      await write(next.block.subarray(0, next.bytes));
    } finally {
      this.#pool.give(next.block);
    }
  }

  clear(): void {
    for (const { block } of this.#filled.splice(0)) this.#pool.give(block);
    this.#bytes = 0;
  }
}
