const golden = 0x9e3779b9;

/** Numbers that a seed repeats, from a small 32-bit generator. Never use them for secrets. */
export class Random {
  #state: number;

  constructor(seed: number, stream = "") {
    let state = seed ^ Math.imul(Math.floor(seed / 2 ** 32) + 1, golden);
    for (const letter of stream) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
    this.#state = state | 0;
    // Neighbouring seeds differ in few bits, so the first numbers are discarded.
    for (let round = 0; round < 4; round += 1) this.next();
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + golden) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns true in this share of all calls. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Throws for an empty list. */
  pick<Item>(list: readonly Item[]): Item {
    const item = list[this.between(0, list.length - 1)];
    if (item === undefined) throw new Error("Expected a list to pick from, got an empty one");
    return item;
  }

  fill(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = this.between(0, 255);
  }
}
