import type { ChatId } from "../../../../machines/ids.ts";
import type { Store } from "../../../ports/store.ts";
import type { MessageView } from "./chat-queries.ts";
import { withDelivery } from "./chat-queries.ts";

/** Where a page of a chat's messages begins: right behind the message with this seq, or with `reverse` right before it. */
export interface MessagePlace {
  readonly seq: number;
  readonly reverse: boolean;
}

/** A page of a chat's messages in order, whichever way it was looked for, each with what became of its delivery. */
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
