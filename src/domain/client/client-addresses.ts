import type { ActorKey, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { asChatId, clientConversation } from "../../core/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { Store } from "../../ports/store.ts";
import { chatsOfClient } from "../chat/queries/listed-chats.ts";
import { readClientFacts } from "./client-queries.ts";

const visitorNumber = /^[0-9]{1,15}$/;

/**
 * Visitor numbers of the clients that a text names exactly: by the number itself, a phone number, or the sender id on one of the
 * channels.
 */
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
): Promise<number | undefined> => (await readClientFacts(store, conversation))?.number;

async function numberOfPhone(store: Pick<Store, "read">, digits: string): Promise<number | undefined> {
  const known = digits === "" ? undefined : await store.read("phone", [digits]);
  return known === undefined ? undefined : await numberOfConversation(store, known.conversation);
}

/** Addresses of the newest chats of a conversation; empty without such a client. */
export async function chatsOfConversation(
  store: Pick<Store, "read" | "scan">,
  conversation: ConversationKey,
  limit: number,
): Promise<readonly ActorKey[]> {
  const number = await numberOfConversation(store, conversation);
  if (number === undefined) return [];
  const chats = await chatsOfClient(store, number, undefined, limit);
  return chats.map(({ chatNumber }) => chatAddress(asChatId(String(chatNumber))));
}
