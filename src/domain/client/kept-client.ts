import type { KeptConversation } from "../../actors/actor-definition.ts";
import type { Cell } from "../../actors/cell.ts";
import { digitsOf } from "../../core/phone.ts";
import type { ClientRow, RowReader, Write } from "../../ports/store.ts";

/** The data of a client in memory, besides its actors. */
export interface KeptClient {
  /** `undefined` before the first read, `null` for a new client. */
  row: ClientRow | null | undefined;
  /** The cell of the client's open chat, cached after the first look-up because every message needs it. */
  openChat: Cell | null;
}

export function keptClient(conversation: KeptConversation): KeptClient {
  conversation.kept ??= { row: undefined, openChat: null } satisfies KeptClient;
  return conversation.kept as KeptClient;
}

/** Returns the client's record, and reads it if it is not in memory; `null` for a new client. */
export function readClient(conversation: KeptConversation, rows: Pick<RowReader, "read">): ClientRow | null {
  const kept = keptClient(conversation);
  if (kept.row === undefined) kept.row = rows.read("client", [conversation.key]) ?? null;
  return kept.row;
}

/** Stores the client's record, and the rows that find the client by number and phone. */
export function writeClient(
  conversation: KeptConversation,
  row: ClientRow,
  draft: { write(write: Write): void },
): void {
  const kept = keptClient(conversation);
  if (row.openChatId !== null && kept.row?.openChatId !== row.openChatId)
    draft.write({ table: "clientNumber", key: [row.client.number], row: { conversation: conversation.key } });
  const { phone } = row.client;
  if (phone !== null && kept.row?.client.phone !== phone) {
    const digits = digitsOf(phone);
    if (digits !== "") draft.write({ table: "phone", key: [digits], row: { conversation: conversation.key } });
  }
  kept.row = row;
  if (row.openChatId === null) kept.openChat = null;
  draft.write({ table: "client", key: [conversation.key], row });
}
