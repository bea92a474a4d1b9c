import { asDeliveryId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { DeliveryView } from "../../../../domain/delivery/delivery-queries.ts";
import { readDelivery } from "../../../../domain/delivery/delivery-queries.ts";
import type { StoredRows } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

const deliveryIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** A delivery of a chat the caller may see, from the durable rows where it is to be shown; null after having answered 404, alike whether it exists or not. Source: AUTH-15. */
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
