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
  clientConversation,
} from "../core/ids.ts";
import { digitsOf } from "../core/phone.ts";
import type { Directory } from "../domain/directory.ts";
import type { Store } from "../ports/store.ts";

interface Known {
  readonly store: Store;
  readonly directory: Directory;
}

const actorKinds = ["channel", "chat", "bot", "webhooks", "call", "delivery", "agent"] as const;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const digits = /^[0-9]{1,15}$/;
/** Chats of a conversation that its key finds. */
const chatsOfConversationMax = 100;

/** Addresses that a text may mean: an address, an id without its kind, or a conversation. They may not be there. */
export async function findAddresses(text: string, { store }: Pick<Known, "store">): Promise<readonly ActorKey[]> {
  if (text.startsWith("client/")) return chatsOfConversation(text, store);
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

async function chatsOfConversation(conversation: string, store: Store): Promise<readonly ActorKey[]> {
  const row = store.read("client", [asConversationKey(conversation)]);
  if (row === undefined) return [];
  const prefix = [row.client.number];
  const rows = await store.scan("clientChat", { prefix, reverse: true, limit: chatsOfConversationMax });
  return rows.map(({ key }) => chatAddress(asChatId(String(key[1]))));
}

/** Visitor numbers of the clients that a text names exactly: by the number itself, a phone number, or the sender id on any channel. */
export function findClients(text: string, { store, directory }: Known): readonly number[] {
  const conversations = directory.channelsEver().map(({ settings }) => clientConversation(settings.id, text));
  const phone = digitsOf(text);
  const byPhone = phone === "" ? undefined : store.read("phone", [phone])?.conversation;
  if (byPhone !== undefined) conversations.push(byPhone);
  const numbers = conversations.flatMap((key) => store.read("client", [key])?.client.number ?? []);
  return [...new Set(digits.test(text) ? [Number(text), ...numbers] : numbers)];
}
