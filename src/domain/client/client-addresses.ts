import { chatAddress } from "../../../machines/addresses.ts";
import type { ClientFacts } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { asChatId, clientConversation } from "../../core/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { Store } from "../../ports/store.ts";

/** What is known of the client of a conversation; `undefined` where nothing is. */
export async function clientOfConversation(
  store: Pick<Store, "read">,
  conversation: ConversationKey,
): Promise<ClientFacts | undefined> {
  return (await store.read("client", [conversation]))?.client;
}

const visitorNumber = /^[0-9]{1,15}$/;

/** Visitor numbers of the clients that a text names exactly: by the number itself, a phone number, or the sender id on one of the channels. */
export async function findClientNumbers(
  store: Pick<Store, "read">,
  channelIds: readonly ChannelId[],
  text: string,
): Promise<readonly number[]> {
  const bySenderId = channelIds.map((id) => numberOfConversation(store, clientConversation(id, text)));
  const found = await Promise.all([...bySenderId, numberOfPhone(store, digitsOf(text))]);
  const numbers = found.flatMap((number) => number ?? []);
  return [...new Set(visitorNumber.test(text) ? [Number(text), ...numbers] : numbers)];
}

const numberOfConversation = async (
  store: Pick<Store, "read">,
  conversation: ConversationKey,
): Promise<number | undefined> => (await clientOfConversation(store, conversation))?.number;

async function numberOfPhone(store: Pick<Store, "read">, digits: string): Promise<number | undefined> {
  const known = digits === "" ? undefined : await store.read("phone", [digits]);
  return known === undefined ? undefined : await numberOfConversation(store, known.conversation);
}

/** The next chats of a client below the number `before`, newest first. */
export async function chatsOfClient(
  store: Pick<Store, "scan">,
  clientNumber: number,
  before: number | undefined,
  limit: number,
): Promise<readonly number[]> {
  const rows = await store.scan("clientChat", {
    prefix: [clientNumber],
    ...(before !== undefined && { after: [clientNumber, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => key[1]);
}

/** Addresses of the newest chats of a conversation; none where there is no such client. */
export async function chatsOfConversation(
  store: Pick<Store, "read" | "scan">,
  conversation: ConversationKey,
  limit: number,
): Promise<readonly ActorKey[]> {
  const number = await numberOfConversation(store, conversation);
  if (number === undefined) return [];
  const numbers = await chatsOfClient(store, number, undefined, limit);
  return numbers.map((one) => chatAddress(asChatId(String(one))));
}
