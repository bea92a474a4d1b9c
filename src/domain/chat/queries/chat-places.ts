import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import type { Store } from "../../../ports/store.ts";
import { readChat } from "./chat-queries.ts";

/** The fields of a chat that never change: enough to check who may see the chat, and to send it an event. */
export interface ChatPlace {
  readonly conversation: ConversationKey;
  readonly context: Pick<ChatContext, "id" | "channelId">;
}

/** Finds a chat's place. The last `placesMax` places are cached; a deleted chat may still be found. */
export function createChatPlaces(
  store: Pick<Store, "read">,
  placesMax: number,
): (id: ChatId) => Promise<ChatPlace | undefined> {
  const known = createLastUsed<ChatId, ChatPlace>(placesMax);
  return async (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const chat = await readChat(store, id);
    if (chat === undefined) return undefined;
    const { conversation, context } = chat;
    const place = { conversation, context: { id: context.id, channelId: context.channelId } };
    known.set(id, place);
    return place;
  };
}
