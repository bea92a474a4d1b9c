import { chatAddress } from "../../../machines/addresses.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import { readStored } from "../../actors/cells/stored-actor.ts";
import { chatStates } from "../../codec/desk/desk-schemas.ts";
import { asChatId } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged, undamagedLater } from "../../core/rows/undamaged.ts";
import type { ActorRow, CommitNeeds, Key, RowReader, Store, Write } from "../../ports/store.ts";
import { chatActor } from "./chat-actor.ts";

const chatsAtOnce = 200;
const damagedPassedMax = 10;

/**
 * Lists the chats that began before clients had lists of chats; newer chats are listed when they begin. The newest chat comes first, so the
 * work is done when the oldest readable chat is listed, however often it was interrupted. A store without such chats is recognised at once.
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
    await store.commit(needsOf(numbers), (rows) =>
      numbers.flatMap((number) => undamaged(() => missingRow(number, rows)) ?? []),
    );
    newest -= chatsAtOnce;
  }
}

/** Whether every readable chat is in its client's list. */
export const hasListedClientChats = async (store: Store): Promise<boolean> => (await findUnlisted(store)) === null;

/** The range of numbers with unlisted chats; `null` without such chats. */
async function findUnlisted(store: Store): Promise<{ readonly oldest: number; readonly newest: number } | null> {
  const ends = await Promise.all(
    chatStates.flatMap((state) => [numbersAtEnd(store, state, false), numbersAtEnd(store, state, true)]),
  );
  const numbers = ends.flat().sort((one, other) => one - other);
  const newest = numbers.at(-1);
  for (const oldest of numbers) {
    const isListed = await undamagedLater(() => isListedOrGone(oldest, store));
    // The first readable chat decides for all.
    if (isListed !== undefined) return isListed || newest === undefined ? null : { oldest, newest };
  }
  return null;
}

/** The first or the last chats in a state: more than one, because one may be damaged. */
async function numbersAtEnd(store: Store, state: string, reverse: boolean): Promise<readonly number[]> {
  const page = await scanKeys(store, "chatState", { prefix: [state], reverse, limit: damagedPassedMax });
  return page.map(({ key }) => key[1]);
}

async function isListedOrGone(number: number, store: Pick<Store, "read">): Promise<boolean> {
  const row = await store.read("actor", [chatAddress(asChatId(String(number)))]);
  if (row === undefined) return true;
  const { key } = listedAs(number, row);
  return (await undamagedLater(async () => (await store.read("clientChat", key)) === undefined)) !== true;
}

/** The rows that `missingRow` reads. */
const needsOf = (numbers: readonly number[]): CommitNeeds => ({
  rows: namesOf(
    "actor",
    numbers.map((number) => [chatAddress(asChatId(String(number)))]),
  ),
  behind: (row) => [{ table: "clientChat", key: listedAs(chatNumberOf(row), row).key }],
});

const chatNumberOf = ({ actor }: ActorRow): number => Number(actor.slice("chat/".length));

/** Nothing when the chat is listed or deleted. */
function missingRow(number: number, rows: Pick<RowReader, "read">): readonly Write[] {
  const row = rows.read("actor", [chatAddress(asChatId(String(number)))]);
  if (row === undefined) return [];
  const { key, channelId } = listedAs(number, row);
  return !isThere(rows, key) ? [{ table: "clientChat", key, row: { channelId } }] : [];
}

function listedAs(number: number, row: ActorRow): { readonly key: Key<"clientChat">; readonly channelId: ChannelId } {
  const { channelId, client } = readStored(chatActor, row).context;
  return { key: [client.number, number], channelId };
}

/** Also true for a damaged row of the list. */
const isThere = (rows: Pick<RowReader, "read">, key: Key<"clientChat">): boolean =>
  undamaged(() => rows.read("clientChat", key) === undefined) !== true;
