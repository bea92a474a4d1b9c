import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import { asChatId } from "../../core/ids.ts";
import type { Store } from "../../ports/store.ts";
import { deliveriesOfChat, placeInChatForm } from "./deliveries-of-chat.ts";
import type { Candidates, DeliverySource } from "./delivery-source.ts";
import { nothing } from "./delivery-source.ts";

/** A place among a client's deliveries: the chat, and the place in it; `-` before all of them. */
export const placeOfClientForm = new RegExp(`^[1-9][0-9]{0,14}:(-|${placeInChatForm.source.slice(1, -1)})$`);

export interface ClientWanted {
  readonly clientNumber: number;
  readonly isSeen: (channelId: ChannelId) => boolean;
}

/** Deliveries of one client, chat by chat, the newest chat first. Each call reads one chat of the client. */
export function deliveriesOfClient(
  store: Pick<Store, "read" | "scan">,
  { clientNumber, isSeen }: ClientWanted,
  rowsAtOnce: number,
): DeliverySource {
  const nextChat = async (before: number | null): Promise<ChatId | null> => {
    const [newest] = await store.scan("clientChat", {
      prefix: [clientNumber],
      ...(before === null ? {} : { after: [clientNumber, before] }),
      reverse: true,
      limit: 1,
    });
    if (newest === undefined) return null;
    const [, chatNumber] = newest.key;
    return asChatId(String(chatNumber));
  };
  return async (place): Promise<Candidates> => {
    const [chatText, inChat = "-"] = place?.split(":") ?? [];
    const chatId = chatText === undefined ? await nextChat(null) : asChatId(chatText);
    if (chatId === null) return nothing;
    const row = await store.read("clientChat", [clientNumber, Number(chatId)]);
    const isLookedAt = row !== undefined && isSeen(row.channelId);
    const look = deliveriesOfChat(store, chatId, rowsAtOnce);
    const part = isLookedAt ? await look(inChat === "-" ? undefined : inChat) : nothing;
    const found = part.found.map((one) => ({ ...one, place: `${chatId}:${one.place}` }));
    if (!part.isEnd) return { found, lookedUpTo: `${chatId}:${part.lookedUpTo ?? "-"}`, isEnd: false };
    const next = await nextChat(Number(chatId));
    return { found, lookedUpTo: next === null ? undefined : `${next}:-`, isEnd: next === null };
  };
}
