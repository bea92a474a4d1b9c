import type { Limits } from "../../config/limits.ts";
import { countOld, scanKeys } from "../../core/rows/scan-keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key, Row, Store } from "../../ports/store.ts";

export interface TrimHistoryParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "historyKeptMs" | "historyStepsKept">;
}

/** A row may hold the steps of hundreds of turns. Small pages keep other work from waiting. */
const rowsAtOnce = 100;

/**
 * Deletes the steps that are too old or too many, the oldest first. It keeps the newest row at any age. After a restart the numbers
 * continue from that row, so that no actor's link ever points to a row of later steps.
 */
export async function trimHistory({ store, clock, limits }: TrimHistoryParts, isStopped: () => boolean): Promise<void> {
  const [newest] = await scanKeys(store, "history", { reverse: true, limit: 1 });
  if (newest === undefined) return;
  const firstKept = newest.key[0] - limits.historyStepsKept;
  const sinceMs = clock.nowMs() - limits.historyKeptMs;
  const isOld = (key: Key<"history">, row: Row<"history">): boolean => key[0] < firstKept || row.atMs < sinceMs;
  // Usually there is nothing to delete: one row shows that.
  const [oldest] = await scanKeys(store, "history", { until: newest.key, limit: 1 });
  if (oldest === undefined || (oldest.row !== null && !isOld(oldest.key, oldest.row))) return;
  // Continues after the deleted rows: for a while they are still in the store's lower layers.
  for (let after: Key<"history"> | undefined; !isStopped(); ) {
    const range = { until: newest.key, limit: rowsAtOnce, ...(after === undefined ? {} : { after }) };
    const page = await scanKeys(store, "history", range);
    const old = page.slice(0, countOld(page, isOld));
    if (old.length > 0) await store.commit({}, () => old.map(({ key }) => ({ table: "history", key, row: null })));
    if (old.length < rowsAtOnce) return;
    after = old.at(-1)?.key;
  }
}
