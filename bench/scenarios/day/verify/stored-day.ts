import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { everyRow } from "../../verify/every-row.ts";

export interface DayChat {
  readonly chat: number;
  readonly channelId: string;
  readonly senderId: string;
  /** The states in whose lists the chat is. If all is right, it is one state. */
  readonly states: readonly string[];
  /** In the order of their positions. */
  readonly messages: readonly ChatMessage[];
}

/** Everything that is checked after a day. */
export interface StoredDay {
  /** In the order of their numbers. */
  readonly chats: readonly DayChat[];
  readonly actors: readonly { readonly key: string; readonly state: string }[];
  /** Events for owners' servers. */
  readonly events: readonly { readonly chat: number; readonly id: string }[];
  /** Clients, each with the chat that is open for it. */
  readonly open: readonly { readonly senderId: string; readonly chat: number }[];
}

/** Another list of chats, beside the lists of their states. */
const failedList = "failed";

/** Reads a store that no other process has open. */
export async function readDay(store: Pick<Store, "scan">): Promise<StoredDay> {
  const clients = new Map<number, string>();
  const open: { senderId: string; chat: number }[] = [];
  for await (const { row } of everyRow(store, "client")) {
    const { senderId, number } = row.client;
    clients.set(number, senderId);
    if (row.openChatId !== null) open.push({ senderId, chat: Number(row.openChatId) });
  }
  const states = new Map<number, string[]>();
  for await (const { key } of everyRow(store, "chatState")) {
    const [state, chat] = key;
    if (state !== failedList) states.set(chat, [...(states.get(chat) ?? []), state]);
  }
  const messages = new Map<number, ChatMessage[]>();
  for await (const { key, row } of everyRow(store, "message")) {
    const all = messages.get(key[0]) ?? [];
    all.push(row);
    messages.set(key[0], all);
  }
  const chats: DayChat[] = [];
  for await (const { key, row } of everyRow(store, "clientChat")) {
    const [client, chat] = key;
    const senderId = clients.get(client) ?? "nobody";
    const { channelId } = row;
    chats.push({ chat, channelId, senderId, states: states.get(chat) ?? [], messages: messages.get(chat) ?? [] });
  }
  chats.sort((left, right) => left.chat - right.chat);
  const actors: { key: string; state: string }[] = [];
  for await (const { row } of everyRow(store, "actor")) actors.push({ key: row.actor, state: row.state });
  const events: { chat: number; id: string }[] = [];
  for await (const { key } of everyRow(store, "webhook")) events.push({ chat: key[0], id: key[1] });
  return { chats, actors, events, open };
}
