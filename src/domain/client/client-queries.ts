import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import type { ClientRow, Store } from "../../ports/store.ts";

type Rows = Pick<Store, "read">;

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
