import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { contextOf } from "../../harness/stored-contexts.ts";

const rowsMax = 1_000_000;
const faultsMax = 10;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Returns the unfinished work in a store that nobody writes to any more. `excused` are actors that may still wait, such as an event whose
 * third attempt is minutes in the future.
 */
export async function restFaults(dir: string, excused: ReadonlySet<string>): Promise<readonly string[]> {
  const store: Store = await openLmdbStore({ dir, log: silent });
  try {
    const deadlines = await store.scan("deadline", { limit: rowsMax });
    // A call continues as long as people talk.
    const waiting = deadlines.filter(({ row: { actor } }) => !excused.has(actor) && !actor.startsWith("call/"));
    const faults = waiting.map(({ row }) => `${row.actor} waits for ${row.id}`);
    for (const { row } of await store.scan("actor", { limit: rowsMax })) {
      const [kind] = row.actor.split("/");
      if (kind === "delivery" && row.state !== "delivered" && row.state !== "failed" && !excused.has(row.actor))
        faults.push(`${row.actor} is ${row.state}: ${JSON.stringify(contextOf(row))}`);
      if (kind !== "chat" && kind !== "bot") continue;
      const context = contextOf<ChatContext>(row);
      if (context.lane.active !== null || context.lane.waiting.length > 0)
        faults.push(`${row.actor} has the lane ${JSON.stringify(context.lane)}`);
      if (kind !== "chat") continue;
      const messages = await store.scan("message", { prefix: [Number(context.id)], limit: rowsMax });
      if (messages.length !== context.lastSeq)
        faults.push(`${row.actor} has ${messages.length} messages and counts ${context.lastSeq}`);
    }
    return faults.slice(0, faultsMax);
  } finally {
    await store.close();
  }
}
