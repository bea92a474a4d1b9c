import type { ConversationKey } from "../../machines/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { StoreBusyError, StoreError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "./memory-store/memory-store.ts";

/** The real memory store. On command its next commits fail, or wait until they are released. */
export function createFaultyStore(): {
  store: Store;
  /** Fails the next commits, or the next commits of this conversation. */
  failNext: (count: number, conversation?: ConversationKey) => void;
  /** Fails the next commits without calling `apply`. */
  refuseNext: (count: number) => void;
  hold: () => () => void;
  /** Returns how many commits were requested. */
  commits: () => number;
} {
  const inner = createMemoryStore();
  let failures = 0;
  let failing: ConversationKey | undefined;
  let refusals = 0;
  let asked = 0;
  let gate: Promise<void> = Promise.resolve();
  const store: Store = {
    ...inner,
    read: (table, key) => inner.read(table, key),
    scan: (table, range) => inner.scan(table, range),
    close: () => inner.close(),
    async commit(needs, apply) {
      asked += 1;
      if (refusals > 0) {
        refusals -= 1;
        throw new StoreBusyError("The store does not keep up");
      }
      if (failures > 0 && (failing === undefined || [...(needs.conversations ?? [])].includes(failing))) {
        failures -= 1;
        return inner.commit(needs, (rows) => {
          apply(rows);
          throw new StoreError("The disk is full");
        });
      }
      await inner.commit(needs, apply);
      await gate;
    },
  };
  return {
    store,
    failNext: (count, conversation) => {
      failures = count;
      failing = conversation;
    },
    refuseNext: (count) => {
      refusals = count;
    },
    commits: () => asked,
    hold: () => {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

/** A memory store whose disk is full after some more commits. It outlives a service. */
export function createFillingStore() {
  const inner = createMemoryStore();
  let commitsLeft = Number.POSITIVE_INFINITY;
  const store: Store = {
    ...inner,
    close: async () => undefined,
    commit(needs, apply) {
      commitsLeft -= 1;
      return commitsLeft < 0 ? Promise.reject(new StoreError("The disk is full")) : inner.commit(needs, apply);
    },
  };
  return {
    store,
    /** By default, room for all. */
    leaveRoom(commits = Number.POSITIVE_INFINITY): void {
      commitsLeft = commits;
    },
  };
}
