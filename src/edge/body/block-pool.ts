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
