import type { DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import { readStored } from "../../actors/stored-actor.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { ActorRow, StoredRows } from "../../ports/store.ts";
import type { DeliveryView } from "./delivery-actor.ts";
import { deliveryActor } from "./delivery-actor.ts";

/** A stored delivery. */
export interface StoredDelivery extends DeliveryView {
  /** Larger after each change. */
  readonly revision: number;
}

/** The row must be a delivery's. */
function toStoredDelivery(row: ActorRow): StoredDelivery {
  const { state, context } = readStored(deliveryActor, row);
  return { conversation: row.conversation, revision: row.revision, state: String(state), context };
}

export async function readDelivery(store: StoredRows, id: DeliveryId): Promise<StoredDelivery | undefined> {
  const row = await store.read("actor", [deliveryAddress(id)]);
  return row === undefined ? undefined : toStoredDelivery(row);
}

/** The existing, undamaged deliveries, in their order. */
export async function readDeliveries(store: StoredRows, ids: readonly DeliveryId[]): Promise<readonly DeliveryView[]> {
  const views = await Promise.all(ids.map((id) => undamagedLater(() => readDelivery(store, id))));
  return views.filter((view) => view !== undefined);
}
