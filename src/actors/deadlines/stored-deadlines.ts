import type { KeyedRow } from "../../core/rows/scan-keys.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { DeadlineRow, Key, ScanRange, Store } from "../../ports/store.ts";

/**
 * Stored deadlines, earliest first. A damaged one is read from its actor's row, which also contains it, so that one bad row does
 * not stop the other deadlines. It is `null` when that row is damaged as well.
 */
export async function scanDeadlines(
  store: Pick<Store, "read" | "scan">,
  range: Omit<ScanRange<"deadline">, "onDamaged">,
): Promise<readonly KeyedRow<"deadline">[]> {
  const page = await scanKeys(store, "deadline", range);
  return Promise.all(page.map(async ({ key, row }) => ({ key, row: row ?? (await deadlineOf(store, key)) })));
}

async function deadlineOf(store: Pick<Store, "read">, [, actor, id]: Key<"deadline">): Promise<DeadlineRow | null> {
  const row = await undamagedLater(() => store.read("actor", [actor]));
  const deadline = row?.deadlines.find((one) => one.id === id);
  return row === undefined || deadline === undefined ? null : { ...deadline, actor, conversation: row.conversation };
}
