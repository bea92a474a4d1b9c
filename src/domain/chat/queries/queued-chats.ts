import { chatAddress } from "../../../../machines/addresses.ts";
import type { ActorKey } from "../../../../machines/ids.ts";
import { asChatId } from "../../../core/ids.ts";
import { namesOf } from "../../../core/rows/names-of.ts";
import { undamaged, undamagedLater } from "../../../core/rows/undamaged.ts";
import type { RowReader, Store, Write } from "../../../ports/store.ts";

/** A chat that the archive's index has to take up, or to forget. */
export interface QueuedChat {
  readonly chatNumber: number;
  readonly isRemoval: boolean;
}

/** One that the index has taken up. */
export interface TakenChat extends QueuedChat {
  /** As `readChatRevision` answered before the chat was read. */
  readonly revision: number;
}

/** Which index it is, and how often it was changed. */
export interface IndexMark {
  readonly id: string;
  readonly changes: number;
}

/** The next queued chats behind a number, by their numbers. */
export async function readQueuedChats(
  store: Pick<Store, "scan">,
  after: number | undefined,
  limit: number,
): Promise<readonly QueuedChat[]> {
  // A chat that is not there any more is forgotten as well when its row does not say so.
  const onDamaged = () => ({ isRemoval: false });
  const rows = await store.scan("archiveQueue", {
    ...(after !== undefined && { after: [after] as const }),
    limit,
    onDamaged,
  });
  return rows.map(({ key, row }) => ({ chatNumber: key[0], isRemoval: row.isRemoval }));
}

/** How often a chat was changed; 0 for one that is not there, or damaged. */
export async function readChatRevision(store: Pick<Store, "read">, chatNumber: number): Promise<number> {
  return (await undamagedLater(() => store.read("actor", [addressOf(chatNumber)])))?.revision ?? 0;
}

/** Takes chats off the queue, unless it says something else of them by now, or they were changed: then they are taken up once more. */
export async function finishQueuedChats(
  store: Pick<Store, "commit">,
  taken: readonly TakenChat[],
  mark: IndexMark,
): Promise<void> {
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

/** What is damaged says nothing else. */
function isAsTaken(rows: RowReader, { chatNumber, isRemoval, revision }: TakenChat): boolean {
  const saysStill = undamaged(() => rows.read("archiveQueue", [chatNumber])?.isRemoval === isRemoval) ?? true;
  const row = undamaged(() => rows.read("actor", [addressOf(chatNumber)]));
  return saysStill && (row?.revision ?? 0) === revision;
}

const dequeued = (chatNumber: number): Write => ({ table: "archiveQueue", key: [chatNumber], row: null });
const addressOf = (chatNumber: number): ActorKey => chatAddress(asChatId(String(chatNumber)));

const factKey = ["archive index"] as const;

/** From now on no other index has what was taken off the queue. */
export const rememberIndex = (store: Pick<Store, "commit">, mark: IndexMark): Promise<void> =>
  store.commit({}, () => [factOf(mark)]);

const factOf = ({ id, changes }: IndexMark): Write => ({
  table: "fact",
  key: factKey,
  row: { text: `${id} ${changes}` },
});

/**
 * Whether an index has all that was ever taken off the queue: it is not of another installation, nor an older copy. No index is known
 * for it when the row that tells is damaged: the next one is made anew, and its row with it.
 */
export async function isRemembered(store: Pick<Store, "read">, { id, changes }: IndexMark): Promise<boolean> {
  const fact = await undamagedLater(() => store.read("fact", factKey));
  const [knownId, knownChanges] = fact?.text.split(" ") ?? [];
  return knownId === id && changes >= Number(knownChanges);
}
