import type { Store } from "../../../src/ports/store.ts";
import { everyRow } from "./every-row.ts";

export interface StoredChat {
  /** 0 when none is open. */
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

/** What a server has stored of a load, whichever server that is. */
export interface StoredMessages {
  chats(): AsyncIterable<StoredChat>;
  /** In the order of their chats, and in each in that of their positions. */
  messages(): AsyncIterable<StoredMessage>;
}

/** What the service has stored. */
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
