import type { ScanRange, TableName } from "../ports/store.ts";
import type { KeyBytes } from "./keys.ts";
import { afterPrefix, encodePrefix } from "./keys.ts";

/** The keys from `from` on and before `to`. */
export interface KeyRange {
  readonly from: KeyBytes;
  readonly to: KeyBytes;
  readonly reverse: boolean;
}

/** Returns the range of keys for a scan. A partial `until` includes all keys that begin with it. */
export function toKeyRange<Table extends TableName>(table: Table, scan: ScanRange<Table>): KeyRange {
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
