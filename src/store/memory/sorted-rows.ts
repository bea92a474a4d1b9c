import type { ScanRange, TableName } from "../../ports/store.ts";

type KeyParts = readonly unknown[];
interface Entry {
  readonly key: KeyParts;
  readonly row: unknown;
}

/** The rows of one table: a map for single reads, a sorted list of keys for scans. */
export class SortedRows {
  readonly #rows = new Map<string, Entry>();
  readonly #keys: KeyParts[] = [];

  get(key: KeyParts): unknown {
    return this.#rows.get(JSON.stringify(key))?.row;
  }

  set(key: KeyParts, row: unknown): void {
    const name = JSON.stringify(key);
    if (!this.#rows.has(name)) this.#keys.splice(this.#position(key), 0, key);
    this.#rows.set(name, { key, row });
  }

  delete(key: KeyParts): void {
    if (this.#rows.delete(JSON.stringify(key))) this.#keys.splice(this.#position(key), 1);
  }

  scan({ prefix = [], after, until, reverse = false, limit }: ScanRange<TableName>): Entry[] {
    const keys = this.#keys;
    const first = this.#firstOf((key) => compareStarts(key, prefix) >= 0);
    const last = this.#firstOf((key) => compareStarts(key, prefix) > 0) - 1;
    const from =
      after === undefined
        ? first
        : Math.max(
            first,
            this.#firstOf((key) => compareKeys(key, after) > 0),
          );
    const downFrom = after === undefined ? last : Math.min(last, this.#position(after) - 1);
    const direction = reverse ? -1 : 1;
    const entries: Entry[] = [];
    for (let index = reverse ? downFrom : from; index >= first && index <= last; index += direction) {
      const key = keys[index] ?? [];
      const isBefore = until === undefined || compareStarts(key, until) * direction < 0;
      if (entries.length >= limit || !isBefore) break;
      const entry = this.#rows.get(JSON.stringify(key));
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  /** Where the first key lies that is not before this one. */
  #position(key: KeyParts): number {
    return this.#firstOf((one) => compareKeys(one, key) >= 0);
  }

  /** `isReached` is false for some keys, and true for all behind them. */
  #firstOf(isReached: (key: KeyParts) => boolean): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.#keys[middle] ?? [])) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Part by part; a key that ends earlier comes first. */
const compareKeys = (left: KeyParts, right: KeyParts): number =>
  compareStarts(left, right) || left.length - right.length;

/** The same, of as many parts as both have. */
function compareStarts(left: KeyParts, right: KeyParts): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareParts(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** What stands beyond the basic plane, or behind its surrogates: two such may compare otherwise in UTF-8. */
const isHigh = (text: string): boolean => /[\ud800-\uffff]/.test(text);

function compareParts(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [one, other] = [String(left), String(right)];
  // Strings of JavaScript compare by UTF-16 units, which is another order beyond the basic plane.
  if (isHigh(one) && isHigh(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
