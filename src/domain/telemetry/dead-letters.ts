import { setImmediate as nextTurn } from "node:timers/promises";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key, Store } from "../../ports/store.ts";

const rowsAtOnce = 500;
const keptMs = 60_000;
/**
 * The count is kept this much longer for every page that was read. So counting takes only a small part of the time, for any number
 * of dead letters.
 */
const keptMsPerPage = 500;

/**
 * The number of failed events and mails that were not replayed. A caller gets the last count without a wait. If that count is old,
 * the call starts the next one.
 */
export function createDeadLetterCount({
  store,
  clock,
}: {
  readonly store: Pick<Store, "scan">;
  readonly clock: Clock;
}): {
  /** NaN until the first count has ended, and while the store cannot be read. */
  latest(): number;
} {
  let latest = Number.NaN;
  let nextMs = Number.NEGATIVE_INFINITY;
  let isCounting = false;

  const count = async (): Promise<void> => {
    isCounting = true;
    let pages = 1;
    try {
      let found = 0;
      for (let after: Key<"delivery"> | undefined; ; pages += 1) {
        const range = after === undefined ? {} : { after };
        const page = await scanKeys(store, "delivery", { prefix: ["dead"], ...range, limit: rowsAtOnce });
        found += page.length;
        after = page.at(-1)?.key;
        if (page.length < rowsAtOnce) break;
        await nextTurn();
      }
      latest = found;
    } catch {
      // Other metrics show the state of the store.
      latest = Number.NaN;
    }
    nextMs = clock.nowMs() + keptMs + pages * keptMsPerPage;
    isCounting = false;
  };
  return {
    latest() {
      if (!isCounting && clock.nowMs() >= nextMs) void count();
      return latest;
    },
  };
}
