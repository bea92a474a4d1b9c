import type { ChannelId, DeliveryId } from "../../../../machines/ids.ts";
import { asDeliveryId } from "../../../core/ids.ts";
import type { Store } from "../../../ports/store.ts";

/** A delivery that may belong on a page, and the place behind which the list goes on. */
export interface Candidate {
  readonly id: DeliveryId;
  readonly place: string;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The place behind everything that was looked at; undefined when there was nothing. */
  readonly lookedUpTo: string | undefined;
  readonly isEnd: boolean;
}

/** Looks for the next deliveries behind a place, newest first. */
export type DeliverySource = (before: string | undefined) => Promise<Candidates>;

/** However many channels there are, each is asked for this many rows at once. */
const rowsOfChannelMin = 2;

/** Deliveries of these channels; a place is a delivery's id. */
export function fromChannels(
  store: Store,
  list: "all" | "failed" | "dead",
  channelIds: readonly ChannelId[],
  rowsAtOnce: number,
): DeliverySource {
  const limit = Math.max(rowsOfChannelMin, Math.ceil(rowsAtOnce / Math.max(1, channelIds.length)));
  return async (before) => {
    const pages = await Promise.all(
      channelIds.map((channelId) =>
        store.scan("delivery", {
          prefix: [list, channelId],
          ...(before === undefined ? {} : { after: [list, channelId, asDeliveryId(before)] as const }),
          reverse: true,
          limit,
        }),
      ),
    );
    const full = pages.filter((page) => page.length === limit);
    // Behind the last row of a full page there may be newer ones than in the others.
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
