import type { Key, Row, ScanEntry, ScanRange, TableName, Write } from "../../../src/ports/store.ts";

/** The rows of a store in memory. Rows are copied on write and on read, so that a caller cannot change a stored row. */
export class MemoryTables {
  readonly #tables = new Map<TableName, SortedRows>();

  read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined {
    return copyOf(this.#rowsOf(table).get(key)) as Row<Table> | undefined;
  }

  scan<Table extends TableName>(table: Table, range: ScanRange<Table>): readonly ScanEntry<Table>[] {
    return copyOf(this.#rowsOf(table).scan(range) as readonly unknown[] as readonly ScanEntry<Table>[]);
  }

  write(writes: readonly Write[]): void {
    const copies = copyOf(writes);
    for (const { table, key } of copies) assertKey(table, key);
    for (const { table, key, row } of copies) {
      if (row === null) this.#rowsOf(table).delete(key);
      else this.#rowsOf(table).set(key, row);
    }
  }

  #rowsOf(table: TableName): SortedRows {
    const rows = this.#tables.get(table) ?? new SortedRows();
    this.#tables.set(table, rows);
    return rows;
  }
}

/** Copies a row. Rows are mostly plain data, for which `structuredClone` needs four times as long. */
function copyOf<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((one) => copyOf(one)) as Data;
  if (Object.getPrototypeOf(data) !== Object.prototype) return structuredClone(data);
  const copy = { ...data };
  for (const key in copy) copy[key] = copyOf(copy[key]);
  return copy;
}

/** Throws for keys that no adapter can sort. */
function assertKey(table: TableName, key: readonly unknown[]): void {
  for (const part of key) {
    const isKept =
      typeof part === "string" ? !/\p{Surrogate}/u.test(part) : Number.isSafeInteger(part) && Number(part) >= 0;
    if (!isKept)
      throw new TypeError(`Expected text or a safe integer from 0 in a key of the table ${table}, got ${part}`);
  }
}

type KeyParts = readonly unknown[];
interface Entry {
  readonly key: KeyParts;
  readonly row: unknown;
}

/** The rows of one table: a map for single reads, a sorted list of keys for scans. */
class SortedRows {
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

  /** Returns the position of the first key that is not before this one. */
  #position(key: KeyParts): number {
    return this.#firstOf((one) => compareKeys(one, key) >= 0);
  }

  /** Returns the first position where `isReached` is true. It must stay true for all later keys. */
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

/** Compares part by part. Of a key and its extension, the shorter key is first. */
const compareKeys = (left: KeyParts, right: KeyParts): number =>
  compareStarts(left, right) || left.length - right.length;

/** Compares only as many parts as both keys have. */
function compareStarts(left: KeyParts, right: KeyParts): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareParts(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** True for text with surrogates or characters after them. Two such texts may have another order in UTF-8. */
const isHigh = (text: string): boolean => /[\ud800-\uffff]/.test(text);

function compareParts(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [one, other] = [String(left), String(right)];
  // JavaScript compares strings by UTF-16 units, which gives another order beyond the basic plane.
  if (isHigh(one) && isHigh(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
