import { textAt } from "../json.ts";

/** One received event. The fields of its body depend on its name. */
export interface CrmEvent {
  /** The same in all attempts. Source: WH-39. */
  readonly id: string;
  readonly attempt: number;
  readonly name: string;
  /** The shop's token of the visitor; "" if the shop does not know the visitor. Source: WH-06. */
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
