/** What one read of the server underneath fills, twice: a piece is rarely cut more than once. */
const blockBytes = 256 * 1024;
/** Beyond it uploads wait: 32 MiB for all of them together. */
const blocksMax = 128;
/** Kept for the next upload when none is under way. */
const sparesMax = 32;

/** Memory for the pieces of all uploads: used again and again, so that they make no garbage, and bounded together. */
export class BlockPool {
  readonly #spares: Uint8Array[] = [];
  readonly #waiters: (() => void)[] = [];
  #taken = 0;

  /** Always answers one: what the server underneath has read already cannot be sent back. */
  take(): Uint8Array {
    this.#taken += 1;
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  give(block: Uint8Array): void {
    this.#taken -= 1;
    if (this.#spares.length < sparesMax) this.#spares.push(block);
    while (this.#taken < blocksMax && this.#waiters.length > 0) this.#waiters.shift()?.();
  }

  /** Calls back as soon as more may be read, in the order of asking. */
  whenRoom(goOn: () => void): void {
    if (this.#taken < blocksMax) goOn();
    else this.#waiters.push(goOn);
  }
}
