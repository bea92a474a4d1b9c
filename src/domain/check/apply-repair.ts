import type { Commits } from "../../ports/store.ts";
import type { Repair } from "./actor-facts.ts";

/** Makes one repair, in one commit: a kill leaves it done or not done. Returns whether there was anything to repair. */
export async function applyRepair(store: Commits, repair: Repair): Promise<boolean> {
  const { conversation, reads } = repair;
  const needs = { rows: reads, ...(conversation === null ? {} : { conversations: [conversation] }) };
  let isDone = false;
  for (let isLocked = false; !isLocked; ) {
    await store.commit(needs, (rows) => {
      // Another process has the conversation's lock for some milliseconds.
      isLocked = conversation === null || rows.hasLock(conversation);
      const writes = isLocked ? repair.writes(rows) : [];
      isDone = writes.length > 0;
      return writes;
    });
  }
  return isDone;
}
