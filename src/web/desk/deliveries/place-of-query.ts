import { placeOf } from "../shell/route.ts";
import type { DeliveryQuery } from "./query.ts";

/** The address of these deliveries, with one of them opened. */
export const placeOfQuery = (query: DeliveryQuery, deliveryId?: string): string =>
  placeOf(deliveryId === undefined ? ["deliveries"] : ["deliveries", deliveryId], { ...query });
