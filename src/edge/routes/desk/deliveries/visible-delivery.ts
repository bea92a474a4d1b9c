import { asDeliveryId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { DeliveryView } from "../../../../domain/delivery/delivery-actor.ts";
import { readDelivery } from "../../../../domain/delivery/delivery-queries.ts";
import type { StoredRows } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

const deliveryIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Finds a delivery of a chat that the caller may see. Null after answering 404, which is the same for an unknown and a hidden
 * delivery. Pass the durable rows if the delivery is shown to the caller. Source: AUTH-15.
 */
export async function findVisibleDelivery(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = desk.store,
): Promise<DeliveryView | null> {
  const view = deliveryIdPattern.test(idText) ? await readDelivery(rows, asDeliveryId(idText)) : undefined;
  if (view !== undefined && desk.runtime.directory.canSee(caller.profile, view.context.channelId)) return view;
  exchange.answerFailure(noSuchDelivery);
  return null;
}

export const noSuchDelivery: Failure = { code: "not_found", message: "There is no such delivery." };
