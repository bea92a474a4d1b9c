/** Pseudo-random numbers that depend only on the seed. Source: mulberry32, after a hash that spreads similar seeds. */
export class Random {
  #state: number;

  constructor(seed: number) {
    let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    this.#state = (hash ^ (hash >>> 16) ^ Math.floor(seed / 2 ** 32)) >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`. Both ends are included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  isChance(of: number): boolean {
    return this.fraction() < of;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[Math.floor(this.fraction() * values.length)] ?? values[0];
  }

  /** Returns one of the values. Each value is as frequent as its weight says. */
  weighted<Value>(choices: readonly (readonly [weight: number, value: Value])[]): Value {
    let left = this.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new Error("Expected at least one choice with a weight over 0, got none");
  }
}
