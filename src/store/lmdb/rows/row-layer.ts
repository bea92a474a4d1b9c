import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { Row, ScanEntry, ScanRange, TableName } from "../../../ports/store.ts";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes, KeyRange } from "../../keys.ts";
import { decodeKey, toKeyRange } from "../../keys.ts";
import { deleted, RowIndex } from "./row-index.ts";

/** The sorted keys of one table, in runs: each is at most half as long as the previous one. Later entries than `seen` are in none. */
interface TableKeys {
  seen: number;
  readonly runs: KeyBytes[][];
}

/** A run of sorted keys, and the position of the next key. */
export interface KeyCursor {
  readonly keys: readonly KeyBytes[];
  at: number;
}

const regionBytes = 1024 * 1024;

/**
 * Rows that wait to be written; under load there are many. A row is found by its key at once. The keys of a table are sorted only when a
 * scan needs them: each key once, and again whenever its run doubles. Rows that no scan reads cost no sorting. Records are copied into
 * memory that is used again after `clear`.
 */
export class WaitingRows extends RowIndex {
  #byteLength = 0;
  /** The free part of the regions: the rest of one, and all that follow. */
  #region = 0;
  #used = 0;
  readonly #tables: (TableKeys | undefined)[] = [];

  /** Bytes of the records of these rows. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Adds the rows of a journal record, whose length counts. Throws when the payload is not a group commit. */
  add(payload: Uint8Array, byteLength = payload.length): void {
    const { regions } = this;
    if (this.#used + payload.length > (regions[this.#region]?.length ?? 0)) {
      if (this.#used > 0) this.#region += 1;
      if ((regions[this.#region]?.length ?? 0) < payload.length)
        regions[this.#region] = Buffer.allocUnsafeSlow(Math.max(regionBytes, payload.length));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += payload.length;
    this.#byteLength += byteLength;
    regions[this.#region]?.set(payload, start);
    this.index(this.#region, start, this.#used);
  }

  /** Memory that these rows did not need is given back. */
  override clear(): void {
    super.clear();
    const used = this.regions.splice(0).slice(0, this.#region + 1);
    this.regions.push(...used.filter(({ length }) => length === regionBytes));
    this.#byteLength = 0;
    this.#region = 0;
    this.#used = 0;
    this.#tables.length = 0;
  }

  /** Returns one cursor for each run, at its first key in the range. A range covers one table only. A run may end after the range. */
  cursors({ from, to, reverse }: KeyRange): readonly KeyCursor[] {
    const table = from.charCodeAt(0);
    const keys = this.#tables[table] ?? { seen: 0, runs: [] };
    this.#tables[table] = keys;
    const unsorted: KeyBytes[] = [];
    keys.seen = this.eachNewer(table, keys.seen, (entry) => unsorted.push(this.keyOf(entry)));
    if (unsorted.length > 0) addSorted(unsorted, keys.runs);
    return keys.runs.map((run) => ({ keys: run, at: reverse ? firstAtLeast(run, to) - 1 : firstAtLeast(run, from) }));
  }
}

function addSorted(unsorted: KeyBytes[], runs: KeyBytes[][]): void {
  // The default order compares characters, and each character is one byte here.
  let newest = unsorted.sort();
  for (let before = runs.at(-1); before !== undefined && before.length < 2 * newest.length; before = runs.at(-1)) {
    runs.pop();
    newest = before.concat(newest).sort();
  }
  runs.push(newest);
}

function firstAtLeast(run: readonly KeyBytes[], key: KeyBytes): number {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows of an environment. */
export interface StoredEntries {
  /** Rows as they are stored; `open` makes them readable. */
  entries(range: KeyRange): Iterable<{ readonly key: KeyBytes; readonly value: Buffer }>;
  /** Returns the row of a stored entry. Throws DamagedRowError. */
  open(key: KeyBytes, stored: Buffer): Buffer;
}

/** Merges the rows of the layers and of the environment in key order. The newest layer is first and wins. */
export function scanRows<Table extends TableName>(
  environment: StoredEntries,
  layers: readonly WaitingRows[],
  table: Table,
  scan: ScanRange<Table>,
): readonly ScanEntry<Table>[] {
  const range = toKeyRange(table, scan);
  const entries: ScanEntry<Table>[] = [];
  if (range.from >= range.to || scan.limit <= 0) return entries;
  for (const [keyBytes, value, isStored] of merge(
    environment.entries(range),
    rowsInRange(layers, range),
    range.reverse,
  )) {
    const key = decodeKey(table, keyBytes);
    const read = (): Row<Table> => rowCodecs[table].decode(isStored ? environment.open(keyBytes, value) : value);
    const row = scan.onDamaged === undefined ? read() : readOr(read, () => scan.onDamaged?.(key) ?? null);
    if (row === null) continue;
    entries.push({ key, row });
    if (entries.length === scan.limit) break;
  }
  return entries;
}

function readOr<Value>(read: () => Value, onDamaged: () => Value | null): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return onDamaged();
  }
}

/** Yields the newest row of each key in key order. It is lazy, because a scan stops when it has enough rows. */
function* rowsInRange(layers: readonly WaitingRows[], range: KeyRange): Generator<LayeredRow, void> {
  const { reverse } = range;
  const step = reverse ? -1 : 1;
  const runs = layers.flatMap((layer) => layer.cursors(range).map((cursor) => ({ cursor, layer })));
  for (;;) {
    let next: KeyBytes | undefined;
    let newest: WaitingRows | undefined;
    for (const { cursor, layer } of runs) {
      const key = cursor.keys[cursor.at];
      if (key === undefined || (next !== undefined && (reverse ? key <= next : key >= next))) continue;
      next = key;
      newest = layer;
    }
    const row = next === undefined ? undefined : newest?.find(next);
    if (next === undefined || row === undefined || (reverse ? next < range.from : next >= range.to)) return;
    for (const { cursor } of runs) if (cursor.keys[cursor.at] === next) cursor.at += step;
    yield { key: next, row };
  }
}

interface LayeredRow {
  readonly key: KeyBytes;
  readonly row: Buffer | typeof deleted;
}

function* merge(
  stored: Iterable<{ readonly key: KeyBytes; readonly value: Buffer }>,
  layered: Iterator<LayeredRow, void>,
  reverse: boolean,
): Generator<readonly [key: KeyBytes, value: Buffer, isStored: boolean]> {
  const take = (): LayeredRow | null => {
    const taken = layered.next();
    return taken.done === true ? null : taken.value;
  };
  let next = take();
  for (const { key, value } of stored) {
    for (; next !== null && (reverse ? next.key > key : next.key < key); next = take()) {
      if (next.row !== deleted) yield [next.key, next.row, false];
    }
    if (next?.key !== key) yield [key, value, true];
  }
  for (; next !== null; next = take()) if (next.row !== deleted) yield [next.key, next.row, false];
}
