import type { DeliveryId } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/rows/damaged-rows.ts";
import type { Key, Store } from "../../ports/store.ts";
import type { Feed } from "../feed/feed.ts";
import { unseenList } from "./delivery-actor.ts";

/** The maximum that is counted. */
const unseenMax = 1_000;

/** Failed events and mails that no administrator has seen, the newest first, at most `unseenMax`. */
export async function listUnseen(store: Store): Promise<readonly DeliveryId[]> {
  const keys = await unseenKeys(store);
  return keys.map(([, , id]) => id).sort((one, other) => (one > other ? -1 : 1));
}

/**
 * Marks failures as seen and notifies the desks of administrators. Resolves when that is durable. Ids that are no longer listed are
 * ignored.
 */
export async function markSeen(
  { store, feed }: { readonly store: Store; readonly feed: Feed },
  ids: ReadonlySet<string>,
): Promise<void> {
  const keys = (await unseenKeys(store)).filter(([, , id]) => ids.has(id));
  if (keys.length === 0) return;
  await store.commit({}, () => keys.map((key) => ({ table: "delivery", key, row: null })));
  feed.showUnseen();
}

const unseenKeys = async (store: Store): Promise<readonly Key<"delivery">[]> =>
  (await scanKeys(store, "delivery", { prefix: [unseenList], limit: unseenMax })).map(({ key }) => key);
