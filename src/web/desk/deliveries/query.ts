import { placeOf } from "../shell/route.ts";

/** Which deliveries are looked at, as the address has it; empty for what does not matter. */
export interface DeliveryQuery {
  readonly state: string;
  /** `message`, `webhook`, `bot`, `mail`, or one event by its name. */
  readonly kind: string;
  readonly channel: string;
  readonly chat: string;
}

export const states = [
  ["", "All"],
  ["attempting", "Being sent"],
  ["pending", "Waiting"],
  ["delivered", "Delivered"],
  ["failed", "Not delivered"],
] as const;

export const kinds = [
  ["", "Everything"],
  ["message", "Messages to customers"],
  ["webhook", "Webhook events"],
  ["bot", "Events for bots"],
  ["mail", "Mails with chat logs"],
  ["answer", "Answers by mail"],
] as const;

export function readQuery(search: URLSearchParams): DeliveryQuery {
  const value = (key: keyof DeliveryQuery): string => search.get(key) ?? "";
  return { state: value("state"), kind: value("kind"), channel: value("channel"), chat: value("chat") };
}

/** The address of these deliveries, with one of them opened. */
export const placeOfQuery = (query: DeliveryQuery, deliveryId?: string): string =>
  placeOf(deliveryId === undefined ? ["deliveries"] : ["deliveries", deliveryId], { ...query });

/** The path of a page of `GET /api/deliveries`; the first one without a cursor. */
export function listPath(query: DeliveryQuery, cursor: string | null): string {
  const given = { ...query, cursor: cursor ?? "" };
  return `/api/deliveries?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""))}`;
}
