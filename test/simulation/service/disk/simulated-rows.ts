import type { KeyBytes } from "../../../../src/store/keys.ts";
import type { KeyRange } from "../../../../src/store/scan-range.ts";
import type { Random } from "../loop/random.ts";
import type { PowerLoss } from "./simulated-disk.ts";

type Change = readonly [key: KeyBytes, stored: Buffer | null];

/** Rows in transactions: after a power failure those of the first ones, never fewer than were synced, are there. */
export class SimulatedRows implements PowerLoss {
  #rows = new Map<KeyBytes, Buffer>();
  /** Sorted; null when it must be made anew. */
  #keys: KeyBytes[] | null = [];
  readonly #durable = new Map<KeyBytes, Buffer>();
  #pending: (readonly Change[])[] = [];
  #synced = 0;

  /** How many there ever were. */
  get transactions(): number {
    return this.#synced + this.#pending.length;
  }

  get(key: KeyBytes): Buffer | undefined {
    return this.#rows.get(key);
  }

  transact(changes: readonly Change[]): void {
    for (const [key, stored] of changes) {
      if (this.#rows.has(key) !== (stored !== null)) this.#keys = null;
      carryOut(this.#rows, key, stored);
    }
    this.#pending.push(changes);
  }

  /** The first so many transactions are on the disk. */
  sync(count: number): void {
    const some = this.#pending.splice(0, Math.max(0, count - this.#synced));
    this.#synced += some.length;
    for (const changes of some) for (const [key, stored] of changes) carryOut(this.#durable, key, stored);
  }

  losePower(random: Random): void {
    this.sync(this.#synced + random.between(0, this.#pending.length));
    this.#pending = [];
    this.#rows = new Map(this.#durable);
    this.#keys = null;
  }

  *entries({ from, to, reverse }: KeyRange): Iterable<{ readonly key: KeyBytes; readonly value: Buffer }> {
    this.#keys ??= [...this.#rows.keys()].sort();
    const keys = this.#keys.slice(lowest(this.#keys, from), lowest(this.#keys, to));
    if (reverse) keys.reverse();
    for (const key of keys) {
      const value = this.#rows.get(key);
      if (value !== undefined) yield { key, value };
    }
  }
}

function carryOut(rows: Map<KeyBytes, Buffer>, key: KeyBytes, stored: Buffer | null): void {
  if (stored === null) rows.delete(key);
  else rows.set(key, stored);
}

/** Where the first key stands that is not before this one. */
function lowest(keys: readonly KeyBytes[], key: KeyBytes): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? "") < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
