import type { Store } from "../../../src/ports/store.ts";

const rowsAtOnce = 5_000;
const mistakesShown = 10;

/** Yields every row of a table in the order of its keys. */
export async function* everyRow<Table extends "actor" | "chatState" | "client" | "clientChat" | "message" | "webhook">(
  store: Pick<Store, "scan">,
  table: Table,
) {
  for (let after = undefined as Awaited<ReturnType<typeof store.scan<Table>>>[number]["key"] | undefined; ; ) {
    const page = await store.scan(table, { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}

/** There may be thousands of mistakes. The first few show what is wrong. */
export function firstMistakes(mistakes: readonly string[]): readonly string[] {
  const more = mistakes.length - mistakesShown;
  return more > 0 ? [...mistakes.slice(0, mistakesShown), `and ${more} more mistakes`] : mistakes;
}

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
