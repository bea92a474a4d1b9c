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
    const entries: Entry[] = [];
    const direction = reverse ? -1 : 1;
    const isBehind = (key: KeyParts): boolean => after === undefined || compareKeys(key, after) * direction > 0;
    const isBefore = (key: KeyParts): boolean =>
      until === undefined || compareKeys(key.slice(0, until.length), until) * direction < 0;
    const start = this.#position(prefix);
    let end = start;
    while (end < this.#keys.length && compareKeys(this.#keys[end]?.slice(0, prefix.length) ?? [], prefix) === 0)
      end += 1;
    const keys = this.#keys.slice(start, end);
    for (const key of reverse ? keys.reverse() : keys) {
      if (entries.length >= limit || !isBefore(key)) break;
      const entry = this.#rows.get(JSON.stringify(key));
      if (entry !== undefined && isBehind(key)) entries.push(entry);
    }
    return entries;
  }

  /** Where the first key lies that is not before this one. */
  #position(key: KeyParts): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#keys[middle] ?? [], key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Part by part; a key that ends earlier comes first. */
function compareKeys(left: KeyParts, right: KeyParts): number {
  for (const [index, part] of left.entries()) {
    if (index >= right.length) return 1;
    const order = compareParts(part, right[index]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  // Strings of JavaScript compare by UTF-16 units, which is another order beyond the basic plane.
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}
