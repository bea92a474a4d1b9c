import type { ChannelId } from "../../../machines/ids.ts";
import { asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import type { Store } from "../../ports/store.ts";
import type { DeliverySource } from "./delivery-source.ts";

/** The minimum of rows that are read at once for each channel, however many channels there are. */
const rowsOfChannelMin = 2;

/** The range of ids of deliveries that began in a period: an id begins with its time. */
export interface IdRange {
  readonly oldest: string;
  /** The first id after the range. */
  readonly behindNewest: string;
}

/** Both ends of the period are included. */
export const idsOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): IdRange => ({
  oldest: firstUlidOf(fromMs),
  behindNewest: firstUlidOf(toMs + 1),
});

export interface DeliveriesWanted extends IdRange {
  readonly list: "all" | "failed" | "dead";
  readonly channelIds: readonly ChannelId[];
}

/** Deliveries of channels; a place is a delivery's id. */
export function deliveriesOfChannels(
  store: Pick<Store, "scan">,
  { list, channelIds, oldest, behindNewest }: DeliveriesWanted,
  rowsAtOnce: number,
): DeliverySource {
  const limit = Math.max(rowsOfChannelMin, Math.ceil(rowsAtOnce / Math.max(1, channelIds.length)));
  return async (before = behindNewest) => {
    const start = asDeliveryId(before < behindNewest ? before : behindNewest);
    const pages = await Promise.all(
      channelIds.map((channelId) =>
        store.scan("delivery", {
          prefix: [list, channelId],
          after: [list, channelId, start],
          until: [list, channelId, oldest],
          reverse: true,
          limit,
        }),
      ),
    );
    const full = pages.filter((page) => page.length === limit);
    // After the last row of a full page there may be deliveries that are newer than those of other channels.
    const oldestSure = full
      .map((page) => page.at(-1)?.key[2] ?? "")
      .reduce((left, right) => (left > right ? left : right), "");
    const ids = pages
      .flat()
      .map(({ key }) => key[2])
      .filter((id) => id >= oldestSure)
      .sort((left, right) => (left > right ? -1 : 1));
    return { found: ids.map((id) => ({ id, place: id })), lookedUpTo: ids.at(-1), isEnd: full.length === 0 };
  };
}
