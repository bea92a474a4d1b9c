import type { ChatId } from "../../../machines/ids.ts";
import { isNoChat } from "../../../machines/tells.ts";
import type { DeliveryClient } from "../../codec/desk/desk-log.ts";
import { toDeliveryClient } from "../../codec/desk/desk-log.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { StoredRows } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";

/** Finds the clients of chats, and reads each chat once. Null for a missing, damaged or deleted chat. */
export function createClientFinder(rows: StoredRows): (chatId: ChatId) => Promise<DeliveryClient | null> {
  const known = new Map<ChatId, Promise<DeliveryClient | null>>();
  return (chatId) => {
    const found = known.get(chatId) ?? readClient(rows, chatId);
    known.set(chatId, found);
    return found;
  };
}

async function readClient(rows: StoredRows, chatId: ChatId): Promise<DeliveryClient | null> {
  if (isNoChat(chatId)) return null;
  const chat = await undamagedLater(() => readChat(rows, chatId));
  return chat === undefined ? null : toDeliveryClient(chat.context.client);
}
