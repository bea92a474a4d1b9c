import type { ChatId, DeliveryId } from "../../../machines/ids.ts";
import type { ChatLogEncoder } from "../../ports/chat-log-encoder.ts";
import type { Store } from "../../ports/store.ts";
import { bodyOfWebhook } from "./webhook-body.ts";

/** The body of a delivery to the owner's server, as it is sent; null for a deleted event. */
export async function readWebhookBody(
  chatId: ChatId,
  deliveryId: DeliveryId,
  { store, chatLog }: { readonly store: Store; readonly chatLog: ChatLogEncoder },
): Promise<Uint8Array | null> {
  const row = await store.read("webhook", [Number(chatId), deliveryId]);
  return row === undefined ? null : bodyOfWebhook(row, chatId, { store, chatLog });
}
