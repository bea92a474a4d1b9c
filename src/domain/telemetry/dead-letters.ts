import { setImmediate as nextTurn } from "node:timers/promises";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key, Store } from "../../ports/store.ts";

const rowsAtOnce = 500;
const keptMs = 60_000;
/** So much longer for every page there was: however many there are, counting them takes a small part of the time. */
const keptMsPerPage = 500;

/**
 * How many events and mails failed and were not replayed. Whoever asks is told what was counted last and waits for nothing: the next
 * count begins behind the question, once the last one is old.
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
      // Other metrics tell how the store is.
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
