import { textAt } from "../json.ts";

/** One event as it came; which fields its body has depends on its name. */
export interface CrmEvent {
  /** Equal in all attempts. Source: WH-39. */
  readonly id: string;
  readonly attempt: number;
  readonly name: string;
  /** Who the shop says the visitor is; "" for somebody it does not know. Source: WH-06. */
  readonly userToken: string;
  readonly body: unknown;
}

export const toCrmEvent = (id: string, attempt: string, body: unknown): CrmEvent => ({
  id,
  attempt: Number(attempt),
  name: textAt(body, "event_name"),
  userToken: textAt(body, "user_token"),
  body,
});
