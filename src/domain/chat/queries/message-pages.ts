import type { ChatId } from "../../../../machines/ids.ts";
import type { Store } from "../../../ports/store.ts";
import type { MessageView } from "./chat-queries.ts";
import { withDelivery } from "./chat-queries.ts";

/** Where a page of a chat's messages begins: directly after the message with this seq, or directly before it with `reverse`. */
export interface MessagePlace {
  readonly seq: number;
  readonly reverse: boolean;
}

/** A page of a chat's messages, in order for both directions, each with its delivery. */
export async function readMessagePage(
  store: Pick<Store, "scan" | "durable">,
  chatId: ChatId,
  { seq, reverse }: MessagePlace,
  limit: number,
): Promise<readonly MessageView[]> {
  const chatNumber = Number(chatId);
  const rows = await store.scan("message", { prefix: [chatNumber], after: [chatNumber, seq], reverse, limit });
  const views = await Promise.all(rows.map(({ row }) => withDelivery(store.durable, row)));
  return reverse ? views.toReversed() : views;
}
