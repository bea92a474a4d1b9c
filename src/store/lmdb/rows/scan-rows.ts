import { rowCodecs } from "../../../codec/proto/rows.ts";
import type { Row, ScanEntry, ScanRange, TableName } from "../../../ports/store.ts";
import { DamagedRowError } from "../../../ports/store.ts";
import type { KeyBytes } from "../keys.ts";
import { afterPrefix, decodeKey, encodePrefix } from "../keys.ts";
import type { KeyRange, RowEnvironment } from "./row-environment.ts";
import type { RowBytes, RowLayer } from "./row-layer.ts";
import { bytesOf, isDeleted } from "./row-layer.ts";

/** Rows of the layers over those of the environment, in key order. Layers come newest first. */
export function scanRows<Table extends TableName>(
  environment: RowEnvironment,
  layers: readonly RowLayer[],
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

/** A partial `until` stands for all keys that begin with it. */
function toKeyRange<Table extends TableName>(table: Table, scan: ScanRange<Table>): KeyRange {
  const { prefix = [], after, until, reverse = false } = scan;
  let from = encodePrefix(table, prefix);
  let to = afterPrefix(from);
  const behind = after && encodePrefix(table, after);
  const before = until && encodePrefix(table, until);
  if (reverse) {
    if (behind !== undefined) to = min(to, behind);
    if (before !== undefined) from = max(from, afterPrefix(before));
  } else {
    if (behind !== undefined) from = max(from, afterPrefix(behind));
    if (before !== undefined) to = min(to, before);
  }
  return { from, to, reverse };
}

const min = (left: KeyBytes, right: KeyBytes): KeyBytes => (left < right ? left : right);
const max = (left: KeyBytes, right: KeyBytes): KeyBytes => (left > right ? left : right);

function rowsInRange(layers: readonly RowLayer[], { from, to, reverse }: KeyRange): [KeyBytes, RowBytes][] {
  const found = new Map<KeyBytes, RowBytes>();
  for (const layer of layers) {
    for (const [key, row] of layer) if (key >= from && key < to && !found.has(key)) found.set(key, row);
  }
  const direction = reverse ? -1 : 1;
  return [...found].sort(([left], [right]) => (left < right ? -direction : direction));
}

function* merge(
  stored: Iterable<{ readonly key: KeyBytes; readonly value: Buffer }>,
  layered: readonly [KeyBytes, RowBytes][],
  reverse: boolean,
): Generator<readonly [key: KeyBytes, value: Buffer, isStored: boolean]> {
  let index = 0;
  let next = layered[0];
  for (const { key, value } of stored) {
    while (next !== undefined && (reverse ? next[0] > key : next[0] < key)) {
      if (!isDeleted(next[1])) yield [next[0], bytesOf(next[1]), false];
      index += 1;
      next = layered[index];
    }
    if (next?.[0] !== key) yield [key, value, true];
  }
  for (; next !== undefined; next = layered[index]) {
    if (!isDeleted(next[1])) yield [next[0], bytesOf(next[1]), false];
    index += 1;
  }
}
