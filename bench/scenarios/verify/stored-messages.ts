import type { Store } from "../../../src/ports/store.ts";
import { everyRow } from "./every-row.ts";

export interface StoredChat {
  /** 0 when no chat is open. */
  readonly chat: number;
  readonly senderId: string;
}

export interface StoredMessage {
  readonly chat: number;
  /** Its position in the chat, counted from 1. */
  readonly seq: number;
  readonly externalId: string;
  readonly text: string;
}

/** The stored messages of a load, for any server. */
export interface StoredMessages {
  chats(): AsyncIterable<StoredChat>;
  /** In the order of their chats, and within a chat in the order of their positions. */
  messages(): AsyncIterable<StoredMessage>;
}

/** The messages that the service has stored. */
export const messagesIn = (store: Pick<Store, "scan">): StoredMessages => ({
  async *chats() {
    for await (const { row } of everyRow(store, "client"))
      yield { chat: Number(row.openChatId), senderId: row.client.senderId };
  },
  async *messages() {
    for await (const { key, row } of everyRow(store, "message"))
      yield { chat: key[0], seq: row.seq, externalId: row.externalId ?? "", text: row.content.text };
  },
});
