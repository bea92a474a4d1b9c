import { deliveryAddress } from "../../../machines/addresses.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ConversationKey, DeliveryId } from "../../../machines/ids.ts";
import { readStored } from "../../actors/cells/stored-actor.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { ActorRow, Store } from "../../ports/store.ts";
import { deliveryActor } from "./delivery-actor.ts";

/** A delivery as it is stored. */
export interface DeliveryView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: DeliveryContext;
}

/** The row must be a delivery's. */
function toDeliveryView(row: ActorRow): DeliveryView {
  const { state, context } = readStored(deliveryActor, row);
  return { conversation: row.conversation, state: String(state), context };
}

export async function readDelivery(store: Pick<Store, "read">, id: DeliveryId): Promise<DeliveryView | undefined> {
  const row = await store.read("actor", [deliveryAddress(id)]);
  return row === undefined ? undefined : toDeliveryView(row);
}

/** Those of them that are there and undamaged, in their order. */
export async function readDeliveries(
  store: Pick<Store, "read">,
  ids: readonly DeliveryId[],
): Promise<readonly DeliveryView[]> {
  const views = await Promise.all(ids.map((id) => undamagedLater(() => readDelivery(store, id))));
  return views.filter((view) => view !== undefined);
}
