import { deliveryAddress } from "../../../machines/addresses.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ConversationKey, DeliveryId } from "../../../machines/ids.ts";
import { readStored } from "../../actors/cells/stored-actor.ts";
import type { Store } from "../../ports/store.ts";
import { deliveryActor } from "./delivery-actor.ts";

/** A delivery as it is stored. */
export interface DeliveryView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: DeliveryContext;
}

export function readDelivery(store: Pick<Store, "read">, id: DeliveryId): DeliveryView | undefined {
  const row = store.read("actor", [deliveryAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStored(deliveryActor, row);
  return { conversation: row.conversation, state: String(state), context };
}
