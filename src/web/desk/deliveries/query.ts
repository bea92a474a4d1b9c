import { textsOf } from "../../shared/language/texts.ts";
import { deliveries } from "../texts/en/deliveries.ts";

const text = textsOf("deliveries", deliveries);

/**
 * The filters of the deliveries in the address; empty for no filter. Addresses are bookmarked and shared, and other
 * sections link to them: `#/deliveries?state=failed`, and the same with `failure`, `kind`, `channel`, `client` or `chat`, each with the
 * values of the parameter of that name of `GET /api/deliveries`.
 */
export interface DeliveryQuery {
  readonly state: string;
  /** The reason of the failure, like `timeout`; only with state `failed`. */
  readonly failure: string;
  /** `message`, `webhook`, `bot`, `mail`, or one event by its name. */
  readonly kind: string;
  readonly channel: string;
  /** The visitor number. */
  readonly client: string;
  readonly chat: string;
  /** `createdAt` for the oldest first; else empty. */
  readonly sort: string;
}

/** An option of a filter: the value in the address, and its text. */
export type Option = readonly [value: string, name: string];

export const states = (): readonly Option[] => [
  ["", text("all")],
  ["attempting", text("stateSending")],
  ["pending", text("stateWaiting")],
  ["delivered", text("stateDelivered")],
  ["failed", text("stateFailed")],
];

export const failures = (): readonly Option[] => [
  ["", text("reasonAny")],
  ["error_answer", text("errorAnswer")],
  ["http_status", text("httpStatus")],
  ["unexpected_answer", text("unexpectedAnswer")],
  ["timeout", text("timeout")],
  ["connection", text("connection")],
  ["refused_target", text("refusedTarget")],
  ["interrupted", text("interrupted")],
  ["gone", text("gone")],
  ["no_target", text("noTarget")],
  ["channel_closed", text("channelClosed")],
  ["bot_ended", text("botEnded")],
];

export const kinds = (): readonly Option[] => [
  ["", text("everything")],
  ["message", text("kindMessages")],
  ["webhook", text("kindWebhooks")],
  ["bot", text("kindBots")],
  ["mail", text("kindLogs")],
  ["answer", text("kindAnswers")],
];

const filters = ["state", "failure", "kind", "channel", "client", "chat"] as const;
/** The value of `sort` for the oldest first. */
const oldestFirst = "createdAt";

export const everything: DeliveryQuery = {
  ...{ state: "", failure: "", kind: "", channel: "", client: "", chat: "" },
  sort: "",
};

export const readQuery = (search: URLSearchParams): DeliveryQuery => ({
  ...everything,
  ...Object.fromEntries(filters.map((key) => [key, search.get(key) ?? ""])),
  sort: search.get("sort") === oldestFirst ? oldestFirst : "",
});

export const isFiltered = (query: DeliveryQuery): boolean => filters.some((key) => query[key] !== "");

export const isOldestFirst = ({ sort }: DeliveryQuery): boolean => sort === oldestFirst;

/** The query in the other order. */
export const turned = (query: DeliveryQuery): DeliveryQuery => ({
  ...query,
  sort: isOldestFirst(query) ? "" : oldestFirst,
});

/** The query with another state; only failed deliveries have a reason. */
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

/** The path of a page of `GET /api/deliveries`; the first one without a cursor. */
export function listPath(query: DeliveryQuery, cursor: string | null): string {
  const given = { ...query, cursor: cursor ?? "" };
  return `/api/deliveries?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""))}`;
}
