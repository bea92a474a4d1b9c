import { asDeliveryId } from "../../../core/ids.ts";
import type { Failure } from "../../../core/result.ts";
import type { DeliveryView } from "../../../runtime/views.ts";
import { readDelivery } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";

const deliveryIdPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** A delivery of a chat the caller may see; null after having answered 404, alike whether it exists or not. Source: AUTH-15. */
export function findVisibleDelivery(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
): DeliveryView | null {
  const view = deliveryIdPattern.test(idText) ? readDelivery(desk.store, asDeliveryId(idText)) : undefined;
  if (view !== undefined && desk.runtime.directory.canSee(caller.profile, view.context.channelId)) return view;
  exchange.answerFailure(noSuchDelivery);
  return null;
}

export const noSuchDelivery: Failure = { code: "not_found", message: "There is no such delivery." };
