import type { ActorKey } from "../../../machines/ids.ts";
import type { DeadlineRow, ScanEntry, ScanRange, Store } from "../../ports/store.ts";
import { DamagedRowError } from "../../ports/store.ts";

/**
 * Stored deadlines, earliest first. A damaged one is read from its actor's row, which holds it too, so that one bad row stops
 * nobody else's clock; it is passed over when that row is damaged as well.
 */
export const scanDeadlines = (
  store: Pick<Store, "read" | "scan">,
  range: ScanRange<"deadline">,
): Promise<readonly ScanEntry<"deadline">[]> =>
  store.scan("deadline", { ...range, onDamaged: ([, actor, id]) => deadlineOf(store, actor, id) });

function deadlineOf(store: Pick<Store, "read">, actor: ActorKey, id: string): DeadlineRow | null {
  try {
    const row = store.read("actor", [actor]);
    const deadline = row?.deadlines.find((one) => one.id === id);
    return row === undefined || deadline === undefined ? null : { ...deadline, actor, conversation: row.conversation };
  } catch (error) {
    if (error instanceof DamagedRowError) return null;
    throw error;
  }
}
