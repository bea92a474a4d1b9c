import { placeOf } from "../shell/route.ts";

/**
 * Which deliveries are looked at, as the address has it; empty for what does not matter. Addresses are kept and passed on, and other
 * sections lead here by them: `#/deliveries?state=failed`, and the same with `failure`, `kind`, `channel`, `client` or `chat`, each with the
 * values of the parameter of that name of `GET /api/deliveries`.
 */
export interface DeliveryQuery {
  readonly state: string;
  /** Why it was not delivered, like `timeout`: goes with state `failed`. */
  readonly failure: string;
  /** `message`, `webhook`, `bot`, `mail`, or one event by its name. */
  readonly kind: string;
  readonly channel: string;
  /** The visitor number. */
  readonly client: string;
  readonly chat: string;
}

export const states = [
  ["", "All"],
  ["attempting", "Being sent"],
  ["pending", "Waiting"],
  ["delivered", "Delivered"],
  ["failed", "Not delivered"],
] as const;

export const failures = [
  ["", "Any"],
  ["error_answer", "Refused with an error"],
  ["http_status", "Answered with an HTTP error"],
  ["unexpected_answer", "Answered something else"],
  ["timeout", "No answer in time"],
  ["connection", "Not reached"],
  ["refused_target", "Address not allowed"],
  ["interrupted", "Interrupted by a restart"],
  ["gone", "Receiver wants no more"],
  ["no_target", "Nowhere to send it"],
  ["channel_closed", "Channel off or removed"],
  ["bot_ended", "Chat went on without the bot"],
] as const;

export const kinds = [
  ["", "Everything"],
  ["message", "Messages to customers"],
  ["webhook", "Webhook events"],
  ["bot", "Events for bots"],
  ["mail", "Mails with chat logs"],
  ["answer", "Answers by mail"],
] as const;

const keys = ["state", "failure", "kind", "channel", "client", "chat"] as const;

export const everything: DeliveryQuery = { state: "", failure: "", kind: "", channel: "", client: "", chat: "" };

export const readQuery = (search: URLSearchParams): DeliveryQuery => ({
  ...everything,
  ...Object.fromEntries(keys.map((key) => [key, search.get(key) ?? ""])),
});

/** The query with another state; only what failed has failed in some way. */
export const withState = (query: DeliveryQuery, state: string): DeliveryQuery => ({
  ...query,
  state,
  failure: state === "failed" ? query.failure : "",
});

export const withFailure = (query: DeliveryQuery, failure: string): DeliveryQuery => ({
  ...query,
  failure,
  state: failure === "" ? query.state : "failed",
});

/** The address of these deliveries, with one of them opened. */
export const placeOfQuery = (query: DeliveryQuery, deliveryId?: string): string =>
  placeOf(deliveryId === undefined ? ["deliveries"] : ["deliveries", deliveryId], { ...query });

/** The path of a page of `GET /api/deliveries`; the first one without a cursor. */
export function listPath(query: DeliveryQuery, cursor: string | null): string {
  const given = { ...query, cursor: cursor ?? "" };
  return `/api/deliveries?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""))}`;
}
