import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { StoredRows } from "../../ports/store.ts";
import type { DeliveryView } from "./delivery-queries.ts";
import { readDelivery } from "./delivery-queries.ts";
import type { DeliverySource } from "./delivery-source.ts";

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** Where the next page begins; null at the end. */
  readonly nextBefore: string | null;
}

export interface DeliveriesAsked {
  readonly fits: (delivery: DeliveryView) => boolean;
  /** Where the page begins: a place of the source; undefined: at the newest delivery. */
  readonly before: string | undefined;
  readonly rowsMax: number;
}

/** The number of searches for one page. If they find too few, the page is short, and its cursor continues. */
const roundsMax = 50;

/** The rows that one round reads, so that a filter without matches does not block the process. */
export const rowsAtOnceOf = (rowsMax: number): number => rowsMax * 2;

/** One page of a source's matching, durable deliveries, newest first, without damaged ones. */
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
