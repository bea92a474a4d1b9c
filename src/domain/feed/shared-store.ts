import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { DurableRows, Store, StoredRows } from "../../ports/store.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";

/** Commits of this node whose callers do not yet know that they are durable. */
export interface OwnCommits {
  /** The store for callers that show their commits. */
  readonly store: Store;
  /** Resolves when the commits that run at the call have ended and their callers have shown the written rows. */
  whenShown(): Promise<void>;
}

/**
 * A node may read its own rows before it knows that they are durable. If they were shown then, visitors' pages would receive them
 * before the response to the commit's request. So a reader that shows rows waits here first.
 */
export function watchOwnCommits(store: Store, { isAlone }: Peers): OwnCommits {
  if (isAlone) return { store, whenShown: async () => undefined };
  const running = new Set<Promise<void>>();
  return {
    store: {
      commit(needs, apply) {
        const commit = store.commit(needs, apply);
        running.add(commit);
        const ended = (): void => void running.delete(commit);
        commit.then(ended, ended);
        return commit;
      },
      read: (table, key) => store.read(table, key),
      durable: store.durable,
      scan: (table, range) => store.scan(table, range),
      close: () => store.close(),
    },
    async whenShown() {
      await Promise.allSettled(running);
      // The caller of the commit continues in the same turn of the event loop.
      await nextTurn();
    },
  };
}

const againMs = 100;

/**
 * Durable rows for code that shows them: reads wait while the database is unreachable. A commit is shown once, so a skipped entry
 * would be missing for good on desks and pages that stay connected. The embedded store of a single process is always reachable.
 */
export function createPatientReads({ durable }: DurableRows, { isAlone }: Peers, clock: Clock): StoredRows {
  if (isAlone) return durable;
  const whenLater = (): Promise<void> => new Promise((resolve) => void clock.wakeAt(clock.nowMs() + againMs, resolve));
  return {
    async read(table, key) {
      for (;;) {
        try {
          return await durable.read(table, key);
        } catch (error) {
          if (!(error instanceof StoreAwayError)) throw error;
        }
        await whenLater();
      }
    },
  };
}
