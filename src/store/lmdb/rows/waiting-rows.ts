import type { KeyBytes } from "../../keys.ts";
import type { KeyRange } from "../../scan-range.ts";
import type { RowBytes, RowLayer } from "./row-layer.ts";

/** The keys of one table: those that no scan has asked for yet, and the rest in sorted runs, each at most half as long as the one before. */
interface TableKeys {
  unsorted: KeyBytes[];
  readonly runs: KeyBytes[][];
}

/** A run of sorted keys, and which of them comes next. */
export interface KeyCursor {
  readonly keys: readonly KeyBytes[];
  at: number;
}

/**
 * Rows that wait to be written, many of them under load. They are found by their keys at once; for scans the keys of a table are put in
 * order when one asks, each key once and once more whenever a run doubles, so that rows nobody scans cost no sorting.
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

  /** One cursor for each run, on its first key in the range; a range lies in one table. The run may end behind the range. */
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
  // Without a comparison of ours it compares by characters, which is by bytes here.
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
