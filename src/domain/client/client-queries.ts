import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ActorKey, ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { asChatId, clientConversation } from "../../core/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { ClientRow, ReadRows, StoredRows } from "../../ports/store.ts";
import { chatsOfClient } from "../chat/queries/listed-chats.ts";

type Rows = StoredRows;

/** Returns `undefined` for a conversation without a client. */
export const readClientRow = async (rows: Rows, conversation: ConversationKey): Promise<ClientRow | undefined> =>
  rows.read("client", [conversation]);

export async function readClientFacts(rows: Rows, conversation: ConversationKey): Promise<ClientFacts | undefined> {
  return (await readClientRow(rows, conversation))?.client;
}

/** `null` while no chat of the client is open. */
export async function readOpenChatId(rows: Rows, conversation: ConversationKey): Promise<ChatId | null> {
  return (await readClientRow(rows, conversation))?.openChatId ?? null;
}

const visitorNumber = /^[0-9]{1,15}$/;

/**
 * Visitor numbers of the clients that a text names exactly: by the number itself, a phone number, or the sender id on one of the
 * channels.
 */
export async function findClientNumbers(
  store: StoredRows,
  channelIds: readonly ChannelId[],
  text: string,
): Promise<readonly number[]> {
  const bySenderId = channelIds.map((id) => numberOfConversation(store, clientConversation(id, text)));
  const found = await Promise.all([...bySenderId, numberOfPhone(store, digitsOf(text))]);
  const numbers = found.flatMap((number) => number ?? []);
  return [...new Set(visitorNumber.test(text) ? [Number(text), ...numbers] : numbers)];
}

const numberOfConversation = async (store: StoredRows, conversation: ConversationKey): Promise<number | undefined> =>
  (await readClientFacts(store, conversation))?.number;

async function numberOfPhone(store: StoredRows, digits: string): Promise<number | undefined> {
  const known = digits === "" ? undefined : await store.read("phone", [digits]);
  return known === undefined ? undefined : await numberOfConversation(store, known.conversation);
}

/** Addresses of the newest chats of a conversation; empty without such a client. */
export async function chatsOfConversation(
  store: ReadRows,
  conversation: ConversationKey,
  limit: number,
): Promise<readonly ActorKey[]> {
  const number = await numberOfConversation(store, conversation);
  if (number === undefined) return [];
  const chats = await chatsOfClient(store, number, undefined, limit);
  return chats.map(({ chatNumber }) => chatAddress(asChatId(String(chatNumber))));
}

/** A stored client. */
export interface FoundClient {
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
  readonly row: ClientRow;
}

/** The clients with this sender id on each of the channels. A client belongs to one channel. */
export async function findClients(
  rows: StoredRows,
  channelIds: readonly ChannelId[],
  senderId: string,
): Promise<readonly FoundClient[]> {
  const found = await Promise.all(
    channelIds.map(async (channelId) => {
      const conversation = clientConversation(channelId, senderId);
      const row = await readClientRow(rows, conversation);
      return row === undefined ? [] : [{ channelId, conversation, row }];
    }),
  );
  return found.flat();
}
