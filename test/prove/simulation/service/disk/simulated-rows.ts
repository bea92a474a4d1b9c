import type { KeyBytes, KeyRange } from "../../../../../src/store/keys.ts";
import type { Random } from "../loop/random.ts";
import type { PowerLoss } from "./simulated-disk.ts";

type Change = readonly [key: KeyBytes, stored: Buffer | null];

/** Rows in transactions. After a power failure, the rows of the first transactions are left, at least of all synced transactions. */
export class SimulatedRows implements PowerLoss {
  #rows = new Map<KeyBytes, Buffer>();
  /** The sorted keys, or null when the list must be built again. */
  #keys: KeyBytes[] | null = [];
  readonly #durable = new Map<KeyBytes, Buffer>();
  #pending: (readonly Change[])[] = [];
  #synced = 0;

  /** The number of all transactions so far. */
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

  /** Marks the first `count` transactions as synced. */
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

/** Returns the index of the first key that is equal to or after this key. */
function lowest(keys: readonly KeyBytes[], key: KeyBytes): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? "") < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
