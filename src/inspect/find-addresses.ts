import {
  agentAddress,
  botAddress,
  callAddress,
  channelAddress,
  chatAddress,
  deliveryAddress,
  webhooksAddress,
} from "../../machines/addresses.ts";
import type { ActorKey } from "../../machines/ids.ts";
import {
  asActorKey,
  asAgentId,
  asCallId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
} from "../core/ids.ts";
import { chatsOfConversation } from "../domain/client/client-addresses.ts";
import type { Store } from "../ports/store.ts";

const actorKinds = ["channel", "chat", "bot", "webhooks", "call", "delivery", "agent"] as const;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const digits = /^[0-9]{1,15}$/;
/** The maximal number of chats that the key of a conversation finds. */
const chatsOfConversationMax = 100;

/** Returns the addresses that a text can mean: an address, an id without a kind, or a conversation. They may not exist. */
export async function findAddresses(text: string, store: Pick<Store, "read" | "scan">): Promise<readonly ActorKey[]> {
  if (text.startsWith("client/")) return chatsOfConversation(store, asConversationKey(text), chatsOfConversationMax);
  if (actorKinds.some((kind) => text.startsWith(`${kind}/`))) return [asActorKey(text)];
  const ids: ActorKey[] = [callAddress(asCallId(text)), channelAddress(asChannelId(text))];
  if (ulid.test(text)) ids.unshift(deliveryAddress(asDeliveryId(text.toUpperCase())));
  if (!digits.test(text)) return ids;
  const chatId = asChatId(text);
  return [
    chatAddress(chatId),
    botAddress(chatId),
    webhooksAddress(chatId),
    agentAddress(asAgentId(Number(text))),
    ...ids,
  ];
}
