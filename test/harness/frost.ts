import type { LeftWork } from "../../src/ports/left-work.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import type { ManualClock } from "../edge/manual-clock.ts";

/**
 * Holds up one node of several in one process, like a stopped process. Until it thaws, no clock wakes the node, and it begins
 * nothing at the store. Work that it began is done, but the node does not get the result.
 */
export interface Frost {
  readonly isFrozen: boolean;
  freeze(): void;
  /** Freezes when the next commit with such a write is durable, before the node gets the result; then calls `then`. */
  freezeBehind(isIt: (write: Write) => boolean, then: () => void): void;
  /** Continues everything that waited, in its order. */
  thaw(): void;
  clock(clock: ManualClock): ManualClock;
  store(store: Store): Store;
  leftWork(leftWork: LeftWork): LeftWork;
}

export function createFrost(): Frost {
  let waiting: (() => void)[] | null = null;
  const run = (task: () => void): void => {
    if (waiting === null) task();
    else waiting.push(task);
  };
  const thawed = (): Promise<void> => new Promise((resolve) => run(resolve));
  const held = async <Value>(job: () => Promise<Value>): Promise<Value> => {
    if (waiting !== null) await thawed();
    try {
      return await job();
    } finally {
      if (waiting !== null) await thawed();
    }
  };
  let awaited: { readonly isIt: (write: Write) => boolean; readonly then: () => void } | null = null;
  const freeze = (): void => {
    waiting ??= [];
  };
  /** A commit, which may be the commit that the freeze waits for. */
  const commitTo =
    (store: Store): Store["commit"] =>
    async (needs, apply) => {
      let isAwaited = false;
      await store.commit(needs, (rows) => {
        const writes = apply(rows);
        isAwaited = awaited !== null && writes.some(awaited.isIt);
        return writes;
      });
      if (!isAwaited) return;
      freeze();
      awaited?.then();
      awaited = null;
    };
  return {
    get isFrozen() {
      return waiting !== null;
    },
    freeze,
    freezeBehind(isIt, then) {
      awaited = { isIt, then };
    },
    thaw() {
      const tasks = waiting ?? [];
      waiting = null;
      for (const task of tasks) task();
    },
    clock: (clock) => ({ ...clock, wakeAt: (atMs, wake) => clock.wakeAt(atMs, () => run(wake)) }),
    store: (store) => ({
      commit: (needs, apply) => held(() => commitTo(store)(needs, apply)),
      read: (table, key) => held(() => store.read(table, key)),
      durable: { read: (table, key) => held(() => store.durable.read(table, key)) },
      scan: (table, range) => held(() => store.scan(table, range)),
      close: () => store.close(),
    }),
    leftWork: (leftWork) => ({
      claimDeadlines: (limit) => held(() => leftWork.claimDeadlines(limit)),
      claimTells: (limit) => held(() => leftWork.claimTells(limit)),
    }),
  };
}
