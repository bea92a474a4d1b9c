import type { Clock, Wake } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { Feed } from "./feed.ts";

const everyMs = 30_000;
const rowsAtOnce = 1_000;

/** Deletes feed rows too old for any desk to come back to. */
export function trimFeed(parts: { store: Store; clock: Clock; feed: Feed; log: Log; entriesKept: number }): {
  stop(): void;
} {
  const { store, clock, feed, log } = parts;
  let wake: Wake | null = null;
  let isStopped = false;

  const trim = async (): Promise<void> => {
    const oldestKept = feed.cursor - parts.entriesKept;
    for (let isMore = oldestKept > 0; isMore && !isStopped; ) {
      const page = await store.scan("feed", { until: [oldestKept], limit: rowsAtOnce });
      if (page.length > 0) {
        await store.commit([], () => page.map(({ key }) => ({ table: "feed", key, row: null })));
      }
      isMore = page.length === rowsAtOnce;
    }
  };
  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + everyMs, () => {
      trim()
        .catch((error: unknown) => log.error({ err: error }, "old feed rows could not be deleted; trying again later"))
        .finally(() => {
          if (!isStopped) arm();
        });
    });
  };
  arm();
  return {
    stop() {
      isStopped = true;
      wake?.cancel();
    },
  };
}
