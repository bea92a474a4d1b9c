import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { clientConversation } from "../../core/ids.ts";
import type { ClientRow, StoredRows } from "../../ports/store.ts";
import { readClientRow } from "./client-queries.ts";

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
