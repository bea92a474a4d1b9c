import type { ConversationKey } from "../../../machines/ids.ts";
import type { Registry } from "../../actors/registry.ts";
import { steadyClock } from "../../core/clock.ts";
import type { CommitNeeds, LockedRows, Store, Write } from "../../ports/store.ts";

export interface LockedParts {
  readonly store: Store;
  readonly registry: Pick<Registry, "forget">;
}

/** The pause while another process holds the conversation's lock: the same as for events. */
const lockedElsewhereMs = 25;

/**
 * Commits under the lock of a conversation, and drops the conversation from this process's memory, so that no actor writes deleted rows
 * again. `durable` is called directly after the commit, in the order of commits.
 */
export async function commitLocked(
  { store, registry }: LockedParts,
  conversation: ConversationKey,
  needs: Omit<CommitNeeds, "conversations">,
  apply: (rows: LockedRows) => readonly Write[],
  durable: () => void = () => undefined,
): Promise<void> {
  for (;;) {
    let isLocked = false;
    await store.commit({ ...needs, conversations: [conversation] }, (rows) => {
      isLocked = rows.hasLock(conversation);
      if (!isLocked) return [];
      registry.forget(conversation);
      return apply(rows);
    });
    if (isLocked) return durable();
    await new Promise<void>((resolve) => steadyClock.wakeAt(steadyClock.nowMs() + lockedElsewhereMs, resolve));
  }
}

/** The store with each commit under that lock. */
export const lockedStore = (parts: LockedParts, conversation: ConversationKey): Store => ({
  ...unlocked(parts.store),
  commit: (needs, apply) => commitLocked(parts, conversation, needs, apply),
});

/** The store with `more` applied to the writes of each commit. */
export const withWrites = (
  store: Store,
  more: (writes: readonly Write[], rows: LockedRows) => readonly Write[],
): Store => ({
  ...unlocked(store),
  commit: (needs, apply) => store.commit(needs, (rows) => more(apply(rows), rows)),
});

const unlocked = (store: Store): Store => ({
  commit: (needs, apply) => store.commit(needs, apply),
  read: (table, key) => store.read(table, key),
  durable: store.durable,
  scan: (table, range) => store.scan(table, range),
  close: () => store.close(),
});
