import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { StoredRows } from "../../ports/store.ts";
import type { DeliveryView } from "./delivery-queries.ts";
import { readDelivery } from "./delivery-queries.ts";
import type { DeliverySource } from "./delivery-source.ts";

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** Where the next page goes on; null at the end. */
  readonly nextBefore: string | null;
}

export interface DeliveriesAsked {
  readonly fits: (delivery: DeliveryView) => boolean;
  /** Where the page begins: a place of the source's; the newest when undefined. */
  readonly before: string | undefined;
  readonly rowsMax: number;
}

/** Rounds of looking for one page. It is short when they were in vain, and its cursor goes on. */
const roundsMax = 50;

/** Rows looked at in one round, so that a filter that fits nothing does not hold up the process. */
export const rowsAtOnceOf = (rowsMax: number): number => rowsMax * 2;

/** One page of a source's deliveries that fit, newest first, as they are durable; damaged ones are passed over. */
export async function newestDeliveries(
  rows: StoredRows,
  source: DeliverySource,
  { fits, before: startBefore, rowsMax }: DeliveriesAsked,
): Promise<DeliveryPage> {
  const deliveries: DeliveryView[] = [];
  let before = startBefore;
  for (let round = 0; round < roundsMax; round += 1) {
    const { found, lookedUpTo, isEnd } = await source(before);
    const views = await Promise.all(found.map(({ id }) => undamagedLater(() => readDelivery(rows, id))));
    for (const [index, { place }] of found.entries()) {
      const view = views[index];
      if (view === undefined || !fits(view)) continue;
      deliveries.push(view);
      if (deliveries.length === rowsMax) return { deliveries, nextBefore: place };
    }
    if (isEnd) return { deliveries, nextBefore: null };
    before = lookedUpTo;
  }
  return { deliveries, nextBefore: before ?? null };
}
