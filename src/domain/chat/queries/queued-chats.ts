import type { ActorKey } from "../../../../machines/ids.ts";
import { chatAddress } from "../../../../machines/tells.ts";
import { asChatId } from "../../../core/ids.ts";
import { keyPages, scanKeys, undamaged, undamagedLater } from "../../../core/rows/damaged-rows.ts";
import { namesOf } from "../../../core/rows/names-of.ts";
import type { Commits, RowReader, ScannedRows, StoredRows, Write } from "../../../ports/store.ts";

/** A chat that the archive's index must add or remove. */
export interface QueuedChat {
  readonly chatNumber: number;
  readonly isRemoval: boolean;
}

/** A chat that the index has added or removed. */
export interface TakenChat extends QueuedChat {
  /** The result of `readChatRevision` before the chat was read. */
  readonly revision: number;
}

/** The id of an index, and the number of its changes. */
export interface IndexMark {
  readonly id: string;
  readonly changes: number;
}

/** The next queued chats after a number, in order of their numbers. */
export async function readQueuedChats(
  store: ScannedRows,
  after: number | undefined,
  limit: number,
): Promise<readonly QueuedChat[]> {
  // The index also removes a deleted chat whose row does not say so.
  const onDamaged = () => ({ isRemoval: false });
  const rows = await store.scan("archiveQueue", {
    ...(after !== undefined && { after: [after] as const }),
    limit,
    onDamaged,
  });
  return rows.map(({ key, row }) => ({ chatNumber: key[0], isRemoval: row.isRemoval }));
}

/** The number of a chat's changes; 0 for a missing or damaged chat. */
export async function readChatRevision(store: StoredRows, chatNumber: number): Promise<number> {
  return (await undamagedLater(() => store.read("actor", [addressOf(chatNumber)])))?.revision ?? 0;
}

/** Removes chats from the queue. A chat that changed, or whose entry changed meanwhile, stays and is indexed again. */
export async function finishQueuedChats(store: Commits, taken: readonly TakenChat[], mark: IndexMark): Promise<void> {
  const rowsRead = [
    ...namesOf(
      "archiveQueue",
      taken.map(({ chatNumber }) => [chatNumber]),
    ),
    ...namesOf(
      "actor",
      taken.map(({ chatNumber }) => [addressOf(chatNumber)]),
    ),
  ];
  await store.commit({ rows: rowsRead }, (rows) => [
    ...taken.filter((chat) => isAsTaken(rows, chat)).map(({ chatNumber }) => dequeued(chatNumber)),
    factOf(mark),
  ]);
}

/** A damaged entry counts as unchanged. */
function isAsTaken(rows: RowReader, { chatNumber, isRemoval, revision }: TakenChat): boolean {
  const saysStill = undamaged(() => rows.read("archiveQueue", [chatNumber])?.isRemoval === isRemoval) ?? true;
  const row = undamaged(() => rows.read("actor", [addressOf(chatNumber)]));
  return saysStill && (row?.revision ?? 0) === revision;
}

const dequeued = (chatNumber: number): Write => ({ table: "archiveQueue", key: [chatNumber], row: null });
const addressOf = (chatNumber: number): ActorKey => chatAddress(asChatId(String(chatNumber)));

const factKey = ["archive index"] as const;

/** Stores that only this index has the chats that were removed from the queue. */
export const rememberIndex = (store: Commits, mark: IndexMark): Promise<void> => store.commit({}, () => [factOf(mark)]);

const factOf = ({ id, changes }: IndexMark): Write => ({
  table: "fact",
  key: factKey,
  row: { text: `${id} ${changes}` },
});

/**
 * Whether an index has all chats that were ever removed from the queue: it is not from another installation, and not an older copy.
 * If the row is damaged, every index is refused: the next index is rebuilt, and the row with it.
 */
export async function isRemembered(store: StoredRows, { id, changes }: IndexMark): Promise<boolean> {
  const fact = await undamagedLater(() => store.read("fact", factKey));
  const [knownId, knownChanges] = fact?.text.split(" ") ?? [];
  return knownId === id && changes >= Number(knownChanges);
}

type Scans = ScannedRows;

const rowsAtOnce = 1_000;

/** The numbers of all chats in these states, the newest first, including chats whose row in the list is damaged. */
export async function listChatNumbers(store: Scans, states: readonly string[]): Promise<readonly number[]> {
  const numbers = new Set<number>();
  for (const state of states) {
    for await (const page of keyPages(store, "chatState", { prefix: [state], limit: rowsAtOnce }))
      for (const { key } of page) numbers.add(key[1]);
  }
  return [...numbers].sort((left, right) => right - left);
}

/**
 * The next closed chats below the number `before`, newest first; null begins with the newest. Includes chats whose row in the list
 * is damaged.
 */
export async function closedChatNumbers(
  store: Scans,
  before: number | null,
  limit: number,
): Promise<readonly number[]> {
  const rows = await scanKeys(store, "chatState", {
    prefix: ["closed"],
    ...(before === null ? {} : { after: ["closed", before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => key[1]);
}
