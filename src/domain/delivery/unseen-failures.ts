import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/scan-keys.ts";
import type { Key, Store } from "../../ports/store.ts";
import type { Feed } from "../feed/feed.ts";

/** Under which the table of deliveries lists events and mails that failed, until an administrator has seen or replayed them. */
export const unseenList = "unseen";

/** More are not counted. */
const unseenMax = 1_000;

/** What fails because the chat goes on without the bot, or the channel was closed, is no failure of a server. Source: BOT-22, DEL-08. */
export const isToBeSeen = ({ cargo, error }: DeliveryContext): boolean =>
  cargo.kind !== "message" && error?.kind !== "bot_ended" && error?.kind !== "channel_closed";

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
  await store.commit([], () => keys.map((key) => ({ table: "delivery", key, row: null })));
  feed.showUnseen();
}

const unseenKeys = async (store: Store): Promise<readonly Key<"delivery">[]> =>
  (await scanKeys(store, "delivery", { prefix: [unseenList], limit: unseenMax })).map(({ key }) => key);
