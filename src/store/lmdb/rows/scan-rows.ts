import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { Row, ScanEntry, ScanRange, TableName } from "../../../ports/store.ts";
import { DamagedRowError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { decodeKey } from "../../keys.ts";
import type { KeyRange } from "../../scan-range.ts";
import { toKeyRange } from "../../scan-range.ts";
import type { RowEnvironment } from "./row-environment.ts";
import type { RowBytes, WaitingRows } from "./row-layer.ts";
import { bytesOf, isDeleted } from "./row-layer.ts";

/** Merges the rows of the layers and of the environment in key order. The newest layer is first and wins. */
export function scanRows<Table extends TableName>(
  environment: RowEnvironment,
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
