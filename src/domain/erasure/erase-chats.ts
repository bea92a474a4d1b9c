import { botAddress, chatAddress, webhooksAddress } from "../../../machines/addresses.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { chatStates } from "../../codec/desk/desk-schemas.ts";
import { asChatId } from "../../core/ids.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamaged, undamagedLater } from "../../core/rows/undamaged.ts";
import type { ActorRow, ClientRow, ErasureRow, Key, LockedRows, RowReader, Write } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import { failedList } from "../chat/chat-lists.ts";
import type { Feed } from "../feed/feed.ts";
import { actorRows, textlessState } from "../housekeeping/removal.ts";
import type { LockedParts } from "./locked-commit.ts";
import { commitLocked } from "./locked-commit.ts";
import type { Known } from "./whose-data.ts";

export interface EraseChatsParts extends LockedParts {
  readonly feed: Pick<Feed, "isShared" | "reserve" | "show">;
}

const rowsAtOnce = 500;

/** Numbers of the client's chats, the oldest first. */
export async function chatsToErase(
  { store }: Pick<LockedParts, "store">,
  { clientNumber, row: erasure }: Known,
): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let after: Key<"clientChat"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "clientChat", { prefix: [clientNumber], ...range, limit: rowsAtOnce });
    const chats = await Promise.all(
      page.map(async ({ key: [, number] }) => {
        const row = await undamagedLater(() => store.read("actor", [addressOf(number)]));
        return row !== undefined && isLater(row, erasure) ? [] : [number];
      }),
    );
    numbers.push(...chats.flat());
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return numbers;
  }
}

const addressOf = (chatNumber: number) => chatAddress(asChatId(String(chatNumber)));
// The row is a chat's, so that its context is.
const contextOf = (row: ActorRow): ChatContext => readStoredActor(row, "chat").context as ChatContext;

/**
 * Removes the client's record and its open chat in one commit. A person who writes from then on is a new client with a new chat.
 * Returns whether a chat was open.
 */
export async function takeClient(parts: EraseChatsParts, known: Known): Promise<boolean> {
  const { conversation, clientNumber } = known;
  const seen = await undamagedLater(() => parts.store.read("client", [conversation]));
  const openChat = seen?.openChatId ?? null;
  let isAgain = false;
  let isTaken = false;
  const apply = (rows: LockedRows): readonly Write[] | null => {
    const row = undamaged(() => rows.read("client", [conversation]));
    if (row === undefined || !isOfErased(row, known, rows)) return null;
    // Another chat was opened after the read.
    isAgain = row.openChatId !== openChat;
    if (isAgain) return null;
    isTaken = true;
    return [
      { table: "client", key: [conversation], row: null },
      { table: "clientNumber", key: [clientNumber], row: null },
    ];
  };
  await removeChat(parts, known, openChat === null ? null : Number(openChat), apply);
  return isAgain ? takeClient(parts, known) : isTaken;
}

/** In a restored store the same client may have returned and received the same number again. */
const isLater = (chat: ActorRow, { isReplayed, atMs }: ErasureRow): boolean =>
  isReplayed === true && contextOf(chat).createdAtMs > atMs;

const isAnothers = (chat: ActorRow, clientNumber: number, erasure: ErasureRow): boolean =>
  contextOf(chat).client.number !== clientNumber || isLater(chat, erasure);

function isOfErased(
  { client, openChatId }: ClientRow,
  { clientNumber, row }: Known,
  rows: Pick<RowReader, "read">,
): boolean {
  if (client.number !== clientNumber) return false;
  const chat = openChatId === null ? undefined : undamaged(() => rows.read("actor", [chatAddress(openChatId)]));
  return chat === undefined || !isLater(chat, row);
}

/** Removes the chat with its bot and webhooks actors. Nobody finds it or can write to it any more, and desks are notified. */
export const eraseChat = (parts: EraseChatsParts, known: Known, chatNumber: number): Promise<void> =>
  removeChat(parts, known, chatNumber, () => []);

/** Removes nothing when `first` returns `null`. */
async function removeChat(
  parts: EraseChatsParts,
  { conversation, clientNumber, row: erasure }: Known,
  chatNumber: number | null,
  first: (rows: LockedRows) => readonly Write[] | null,
): Promise<void> {
  const { feed } = parts;
  const id = asChatId(String(chatNumber));
  const actors = chatNumber === null ? [] : [chatAddress(id), botAddress(id), webhooksAddress(id)];
  const entries = [{ chatId: id, channelId: erasure.channelId, messageSeq: 0 }];
  const rowNames = namesOf(
    "actor",
    actors.map((actor) => [actor]),
  );
  let cursor = 0;
  let writes: readonly Write[] = [];
  let isShown = false;
  const numbered = (given: number): void => {
    cursor = given;
  };
  const apply = (rows: LockedRows): readonly Write[] => {
    const own = first(rows);
    if (own === null) return [];
    const chat = chatNumber === null ? undefined : undamaged(() => rows.read("actor", [chatAddress(id)]));
    if (chatNumber === null || (chat !== undefined && isAnothers(chat, clientNumber, erasure))) return own;
    isShown = chat !== undefined;
    if (isShown && !feed.isShared) cursor = feed.reserve(1);
    writes = [...own, ...actors.flatMap((actor) => actorRows(rows, actor)), ...listRows(chatNumber)];
    return isShown ? [...writes, { table: "feed", key: [cursor], row: { entries } }] : writes;
  };
  await commitLocked(parts, conversation, { rows: rowNames, numbered }, apply, () => {
    if (isShown) feed.show(entries, cursor, writes);
  });
}

/** The chat stays in its client's list until all its data is removed, so that it is found after a crash. */
const listRows = (chatNumber: number): readonly Write[] => [
  ...[...chatStates, failedList, textlessState].map(
    (state): Write => ({ table: "chatState", key: [state, chatNumber], row: null }),
  ),
  { table: "archiveQueue", key: [chatNumber], row: { isRemoval: true } },
];
