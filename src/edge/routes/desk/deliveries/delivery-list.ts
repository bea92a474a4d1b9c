import type { DeliveryView } from "../../../../domain/delivery/delivery-queries.ts";
import { readDelivery } from "../../../../domain/delivery/delivery-queries.ts";
import type { DeskParts } from "../desk-parts.ts";
import type { DeliverySource } from "./delivery-source.ts";

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** Where the next page goes on; null at the end. */
  readonly nextBefore: string | null;
}

/** Rounds of looking for one page. It is short when they were in vain, and its cursor goes on. */
const roundsMax = 50;

/** Rows looked at in one round, so that a filter that fits nothing does not hold up the process. */
export const rowsAtOnceOf = ({ limits }: Pick<DeskParts, "limits">): number => limits.pageRowsMax * 2;

/** One page of a source's deliveries that fit, newest first. */
export async function listDeliveries(
  { store, limits }: Pick<DeskParts, "store" | "limits">,
  source: DeliverySource,
  fits: (delivery: DeliveryView) => boolean,
  startBefore: string | undefined,
): Promise<DeliveryPage> {
  const deliveries: DeliveryView[] = [];
  let before = startBefore;
  for (let round = 0; round < roundsMax; round += 1) {
    const { found, lookedUpTo, isEnd } = await source(before);
    for (const { id, place } of found) {
      const view = readDelivery(store.durable, id);
      if (view === undefined || !fits(view)) continue;
      deliveries.push(view);
      if (deliveries.length === limits.pageRowsMax) return { deliveries, nextBefore: place };
    }
    if (isEnd) return { deliveries, nextBefore: null };
    before = lookedUpTo;
  }
  return { deliveries, nextBefore: before ?? null };
}
