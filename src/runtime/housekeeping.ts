import type { Clock, Wake } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Key, Store, Write } from "../ports/store.ts";
import type { Feed } from "./feed.ts";

const feedEveryMs = 30_000;
const marksEveryMs = 60 * 60_000;
const rowsAtOnce = 1_000;

export interface HousekeepingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly log: Log;
  readonly feedEntriesKept: number;
}

/** Deletes, now and then, what nobody can ask for any more. */
export function keepHouse(parts: HousekeepingParts): { stop(): void } {
  const jobs = [
    repeat("old feed rows", feedEveryMs, () => trimFeed(parts), parts),
    repeat("expired idempotency keys", marksEveryMs, () => trimMarks(parts), parts),
  ];
  return {
    stop() {
      for (const job of jobs) job.stop();
    },
  };
}

/** Feed rows too old for any desk to come back to. */
async function trimFeed({ store, feed, feedEntriesKept }: HousekeepingParts): Promise<void> {
  const oldestKept = feed.cursor - feedEntriesKept;
  for (let isMore = oldestKept > 0; isMore; ) {
    const page = await store.scan("feed", { until: [oldestKept], limit: rowsAtOnce });
    await deleteRows(
      store,
      page.map(({ key }) => ({ table: "feed", key, row: null })),
    );
    isMore = page.length === rowsAtOnce;
  }
}

/** Source: DEL-29: a key counts for 24 h. */
async function trimMarks({ store, clock }: HousekeepingParts): Promise<void> {
  for (let after: Key<"idempotency"> | undefined; ; ) {
    const page = await store.scan("idempotency", { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
    const expired = page.filter(({ row }) => row.expiresAtMs <= clock.nowMs());
    await deleteRows(
      store,
      expired.map(({ key }) => ({ table: "idempotency", key, row: null })),
    );
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}

async function deleteRows(store: Store, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await store.commit([], () => writes);
}

function repeat(what: string, everyMs: number, job: () => Promise<void>, parts: HousekeepingParts): { stop(): void } {
  const { clock, log } = parts;
  let wake: Wake | null = null;
  let isStopped = false;
  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + everyMs, () => {
      job()
        .catch((error: unknown) => log.error({ err: error, what }, "rows could not be deleted; trying again later"))
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
