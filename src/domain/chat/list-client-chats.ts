import { chatAddress } from "../../../machines/addresses.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { chatStates } from "../../codec/desk/desk-schemas.ts";
import { asChatId } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Key, RowReader, Store, Write } from "../../ports/store.ts";

const chatsAtOnce = 200;
const damagedPassedMax = 10;

/**
 * Lists the chats that began before clients had lists of theirs; every other is listed when it begins. The newest first, so that the
 * work is done when the oldest that can be read is listed, however often it was broken off; a store without such chats is seen to be done at once.
 */
export async function listOldClientChats(
  { store }: { readonly store: Store },
  isStopped: () => boolean,
): Promise<void> {
  const unlisted = await findUnlisted(store);
  if (unlisted === null) return;
  const { oldest } = unlisted;
  let { newest } = unlisted;
  while (newest >= oldest && !isStopped()) {
    const numbers = Array.from({ length: Math.min(chatsAtOnce, newest - oldest + 1) }, (_, index) => newest - index);
    await store.commit([], (rows) => numbers.flatMap((number) => undamaged(() => missingRow(number, rows)) ?? []));
    newest -= chatsAtOnce;
  }
}

/** Whether every chat that can be read stands in its client's list. */
export const hasListedClientChats = async (store: Store): Promise<boolean> => (await findUnlisted(store)) === null;

/** Between which numbers there are chats that are not listed; `null` when there are none. */
async function findUnlisted(store: Store): Promise<{ readonly oldest: number; readonly newest: number } | null> {
  const ends = await Promise.all(
    chatStates.flatMap((state) => [numbersAtEnd(store, state, false), numbersAtEnd(store, state, true)]),
  );
  const numbers = ends.flat().sort((one, other) => one - other);
  // The first that can be read tells of all.
  const isListed = (number: number): boolean | undefined => undamaged(() => missingRow(number, store).length === 0);
  const oldest = numbers.find((number) => isListed(number) !== undefined);
  const newest = numbers.at(-1);
  return oldest === undefined || newest === undefined || isListed(oldest) ? null : { oldest, newest };
}

/** The first or the last chats in a state: more than one, since a damaged one tells nothing. */
async function numbersAtEnd(store: Store, state: string, reverse: boolean): Promise<readonly number[]> {
  const page = await scanKeys(store, "chatState", { prefix: [state], reverse, limit: damagedPassedMax });
  return page.map(({ key }) => key[1]);
}

/** Nothing when the chat is listed, or is there no more. */
function missingRow(number: number, rows: Pick<RowReader, "read">): readonly Write[] {
  const row = rows.read("actor", [chatAddress(asChatId(String(number)))]);
  if (row === undefined) return [];
  // Every version knows these of a chat.
  const { channelId, client }: Pick<ChatContext, "channelId" | "client"> = JSON.parse(row.context);
  const key = [client.number, number] as const;
  return !isThere(rows, key) ? [{ table: "clientChat", key, row: { channelId } }] : [];
}

/** A damaged row of the list still stands there. */
const isThere = (rows: Pick<RowReader, "read">, key: Key<"clientChat">): boolean =>
  undamaged(() => rows.read("clientChat", key) === undefined) !== true;
