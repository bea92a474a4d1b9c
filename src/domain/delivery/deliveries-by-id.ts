import type { ChannelId, DeliveryId } from "../../../machines/ids.ts";
import type { Store } from "../../ports/store.ts";

/** Ids of the next deliveries in a channel's list before the id `before`, newest first: an id begins with its time. */
export async function deliveryIdsBefore(
  store: Pick<Store, "scan">,
  list: "all" | "failed",
  channelId: ChannelId,
  before: DeliveryId | undefined,
  limit: number,
): Promise<readonly DeliveryId[]> {
  const rows = await store.scan("delivery", {
    prefix: [list, channelId],
    ...(before !== undefined && { after: [list, channelId, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => key[2]);
}
