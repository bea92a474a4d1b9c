import type { ChatId } from "../../../../../machines/ids.ts";
import { isNoChat } from "../../../../../machines/no-chat.ts";
import type { DeliveryClient } from "../../../../codec/desk/desk-log.ts";
import { toDeliveryClient } from "../../../../codec/desk/desk-log.ts";
import { undamaged } from "../../../../core/rows/undamaged.ts";
import { readChat } from "../../../../domain/chat/chat-queries.ts";
import type { Store } from "../../../../ports/store.ts";

/** Whose chats deliveries belong to, each chat read once; null for none, and for one that is not kept any more. */
export function createClientFinder(store: Pick<Store, "read">): (chatId: ChatId) => DeliveryClient | null {
  const known = new Map<ChatId, DeliveryClient | null>();
  return (chatId) => {
    if (isNoChat(chatId)) return null;
    const found = known.get(chatId);
    if (found !== undefined) return found;
    const chat = undamaged(() => readChat(store, chatId));
    const client = chat === undefined ? null : toDeliveryClient(chat.context.client);
    known.set(chatId, client);
    return client;
  };
}
