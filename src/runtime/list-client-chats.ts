import { chatAddress } from "../../machines/addresses.ts";
import type { ChatContext } from "../../machines/chat/chat.types.ts";
import { chatStates } from "../codec/desk-schemas.ts";
import { asChatId } from "../core/ids.ts";
import type { RowReader, Store, Write } from "../ports/store.ts";

const chatsAtOnce = 200;

/**
 * Lists the chats that began before clients had lists of theirs; every other is listed when it begins. The newest first, so that the
 * work is done when the oldest is listed, however often it was broken off; a store without such chats is seen to be done at once.
 */
export async function listOldClientChats(
  { store }: { readonly store: Store },
  isStopped: () => boolean,
): Promise<void> {
  const oldest = await findOldest(store);
  if (oldest === undefined || missingRow(oldest, store).length === 0) return;
  let newest = store.read("counter", ["chat"])?.last ?? oldest;
  while (newest >= oldest && !isStopped()) {
    const numbers = Array.from({ length: Math.min(chatsAtOnce, newest - oldest + 1) }, (_, index) => newest - index);
    await store.commit([], (rows) => numbers.flatMap((number) => missingRow(number, rows)));
    newest -= chatsAtOnce;
  }
}

/** The number of the chat that began first of those that are still there. */
async function findOldest(store: Store): Promise<number | undefined> {
  const firsts = await Promise.all(chatStates.map((state) => store.scan("chatState", { prefix: [state], limit: 1 })));
  const numbers = firsts.flat().map(({ key }) => key[1]);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}

/** Nothing when the chat is listed, or is there no more. */
function missingRow(number: number, rows: Pick<RowReader, "read">): readonly Write[] {
  const row = rows.read("actor", [chatAddress(asChatId(String(number)))]);
  if (row === undefined) return [];
  // Every version knows these of a chat.
  const { channelId, client }: Pick<ChatContext, "channelId" | "client"> = JSON.parse(row.context);
  const key = [client.number, number] as const;
  return rows.read("clientChat", key) === undefined ? [{ table: "clientChat", key, row: { channelId } }] : [];
}
