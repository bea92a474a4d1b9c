/** What one read of the server underneath fills, twice: a piece is rarely cut more than once. */
const blockBytes = 256 * 1024;
/** Kept for the next upload when none is under way. */
const sparesMax = 32;

/** Memory for the pieces of all uploads: used again and again, so that they make no garbage, and bounded together. */
export class BlockPool {
  readonly #spares: Uint8Array[] = [];
  readonly #waiters: (() => void)[] = [];
  readonly #blocksMax: number;
  #taken = 0;

  /** Beyond `bytesMax` clients wait, and what comes all the same goes elsewhere if it can. */
  constructor(bytesMax: number) {
    this.#blocksMax = Math.ceil(bytesMax / blockBytes);
  }

  get hasRoom(): boolean {
    return this.#taken < this.#blocksMax;
  }

  /** Answers one also without room: what has been read and cannot go elsewhere must not be lost. */
  take(): Uint8Array {
    this.#taken += 1;
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  give(block: Uint8Array): void {
    this.#taken -= 1;
    if (this.#spares.length < sparesMax) this.#spares.push(block);
    while (this.hasRoom && this.#waiters.length > 0) this.#waiters.shift()?.();
  }

  /** Calls back as soon as more may be read, in the order of asking. */
  whenRoom(goOn: () => void): void {
    if (this.hasRoom) goOn();
    else this.#waiters.push(goOn);
  }
}
