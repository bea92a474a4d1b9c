import type { DeliveryId } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Key, Store } from "../../ports/store.ts";
import type { Feed } from "../feed/feed.ts";
import { unseenList } from "./delivery-lists.ts";

/** More are not counted. */
const unseenMax = 1_000;

/** Failed events and mails that no administrator has seen, the newest first, `unseenMax` at most. */
export async function listUnseen(store: Store): Promise<readonly DeliveryId[]> {
  const keys = await unseenKeys(store);
  return keys.map(([, , id]) => id).sort((one, other) => (one > other ? -1 : 1));
}

/** Resolves when it is durable; what is not listed any more stays so. Desks of administrators are told. */
export async function markSeen(
  { store, feed }: { readonly store: Store; readonly feed: Pick<Feed, "showUnseen"> },
  ids: ReadonlySet<string>,
): Promise<void> {
  const keys = (await unseenKeys(store)).filter(([, , id]) => ids.has(id));
  if (keys.length === 0) return;
  await store.commit({}, () => keys.map((key) => ({ table: "delivery", key, row: null })));
  feed.showUnseen();
}

const unseenKeys = async (store: Store): Promise<readonly Key<"delivery">[]> =>
  (await scanKeys(store, "delivery", { prefix: [unseenList], limit: unseenMax })).map(({ key }) => key);
