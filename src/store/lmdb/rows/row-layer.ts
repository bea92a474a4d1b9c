import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { Row, ScanEntry, ScanRange, TableName } from "../../../ports/store.ts";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes, KeyRange } from "../../keys.ts";
import { decodeKey, toKeyRange } from "../../keys.ts";
import { rowPrefixBytes, sealRow } from "./row-form.ts";

/** The place of a row in the record of its group commit, with space for its checksum. For rows that are not in the environment yet. */
export interface RowBytes {
  readonly group: { bytes(start: number, end: number): Buffer };
  readonly start: number;
  /** Less than `start` when the row is deleted. */
  readonly end: number;
}

/** Rows that hide older rows with the same keys. A deleted row hides them too. */
export type RowLayer = Map<KeyBytes, RowBytes>;

export const isDeleted = (row: RowBytes): boolean => row.end < row.start;
export const bytesOf = (row: RowBytes): Buffer => row.group.bytes(row.start + rowPrefixBytes, row.end);

/** Returns the row in its stored form, with its checksum. */
export function sealedBytesOf(key: KeyBytes, row: RowBytes): Buffer {
  const stored = row.group.bytes(row.start, row.end);
  sealRow(key, stored);
  return stored;
}

/** The keys of one table: new keys that no scan has needed yet, and sorted runs. Each run is at most half as long as the previous one. */
interface TableKeys {
  unsorted: KeyBytes[];
  readonly runs: KeyBytes[][];
}

/** A run of sorted keys, and the position of the next key. */
export interface KeyCursor {
  readonly keys: readonly KeyBytes[];
  at: number;
}

/**
 * Rows that wait to be written; under load there are many. A row is found by its key at once. The keys of a table are sorted only when a
 * scan needs them: each key once, and again whenever its run doubles. Rows that no scan reads cost no sorting.
 */
export class WaitingRows {
  readonly byKey: RowLayer = new Map();
  /** By the first byte of the keys. */
  readonly #tables: (TableKeys | undefined)[] = [];

  set(key: KeyBytes, row: RowBytes): void {
    const { byKey } = this;
    const { size } = byKey;
    byKey.set(key, row);
    if (byKey.size === size) return;
    const table = key.charCodeAt(0);
    const keys = this.#tables[table];
    if (keys === undefined) this.#tables[table] = { unsorted: [key], runs: [] };
    else keys.unsorted.push(key);
  }

  /** Returns one cursor for each run, at its first key in the range. A range covers one table only. A run may end after the range. */
  cursors({ from, to, reverse }: KeyRange): readonly KeyCursor[] {
    const keys = this.#tables[from.charCodeAt(0)];
    if (keys === undefined) return [];
    sortNew(keys);
    return keys.runs.map((run) => ({ keys: run, at: reverse ? firstAtLeast(run, to) - 1 : firstAtLeast(run, from) }));
  }
}

function sortNew(keys: TableKeys): void {
  if (keys.unsorted.length === 0) return;
  const { runs } = keys;
  // The default order compares characters, and each character is one byte here.
  let newest = keys.unsorted.sort();
  keys.unsorted = [];
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
  const runs = layers.flatMap((layer) => layer.cursors(range).map((cursor) => ({ cursor, byKey: layer.byKey })));
  for (;;) {
    let next: KeyBytes | undefined;
    let newest: WaitingRows["byKey"] | undefined;
    for (const { cursor, byKey } of runs) {
      const key = cursor.keys[cursor.at];
      if (key === undefined || (next !== undefined && (reverse ? key <= next : key >= next))) continue;
      next = key;
      newest = byKey;
    }
    const row = next === undefined ? undefined : newest?.get(next);
    if (next === undefined || row === undefined || (reverse ? next < range.from : next >= range.to)) return;
    for (const { cursor } of runs) if (cursor.keys[cursor.at] === next) cursor.at += step;
    yield { key: next, row };
  }
}

interface LayeredRow {
  readonly key: KeyBytes;
  readonly row: RowBytes;
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
      if (!isDeleted(next.row)) yield [next.key, bytesOf(next.row), false];
    }
    if (next?.key !== key) yield [key, value, true];
  }
  for (; next !== null; next = take()) if (!isDeleted(next.row)) yield [next.key, bytesOf(next.row), false];
}
