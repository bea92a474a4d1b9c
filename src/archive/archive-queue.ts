import { setImmediate as nextTurn } from "node:timers/promises";
import { chatAddress } from "../../machines/addresses.ts";
import type { ArchiveDocument, IndexState } from "../../workers/archive/archive.types.ts";
import { asChatId } from "../core/ids.ts";
import { scanKeys } from "../core/rows/scan-keys.ts";
import { undamaged } from "../core/rows/undamaged.ts";
import type { ArchiveQueueRow, Key, ScanEntry, Store, Write } from "../ports/store.ts";
import { DamagedRowError, StoreError } from "../ports/store.ts";
import type { ArchiveIndex } from "./archive-index.ts";
import type { ClosedChatParts } from "./closed-chats.ts";
import { readClosedChat } from "./closed-chats.ts";

/**
 * Chats of one change of the index, and characters after which it is made with fewer. A thread that opens the index waits for
 * the change that runs.
 */
const batchChatsMax = 100;
const batchCharactersMax = 200_000;

const factKey = ["archive index"] as const;

type QueueEntry = ScanEntry<"archiveQueue">;

/** Brings what is queued into the index, from the first row to the last; a row goes when its change is durable. */
export async function takeQueue(parts: ClosedChatParts, openIndex: () => Promise<ArchiveIndex>): Promise<void> {
  for (let after: Key<"archiveQueue"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    // A chat that is not there any more is forgotten as well when its row does not say so.
    const onDamaged = () => ({ isRemoval: false });
    const rows = await parts.store.scan("archiveQueue", { ...range, limit: batchChatsMax, onDamaged });
    for (let left: readonly QueueEntry[] = rows; left.length > 0; ) {
      const index = await openIndex();
      const batch = await readBatch(
        parts,
        left.map(({ key, row }) => ({ chatNumber: key[0], isRemoval: row.isRemoval })),
      );
      const done = left.slice(0, batch.chats).map((entry, place) => ({ ...entry, revision: batch.revisions[place] }));
      await finish(parts, done, await index.change(batch));
      left = left.slice(batch.chats);
    }
    after = rows.at(-1)?.key;
    if (rows.length < batchChatsMax) return;
  }
}

/** The next closed chats below `before`, newest first, into the index; answers how far down they go, 0 at the end. */
export async function takeOlder(parts: ClosedChatParts, index: ArchiveIndex, before: number | null): Promise<number> {
  const rows = await scanKeys(parts.store, "chatState", {
    prefix: ["closed"],
    ...(before === null ? {} : { after: ["closed", before] as const }),
    reverse: true,
    limit: batchChatsMax,
  });
  const chatNumbers = rows.map(({ key }) => key[1]);
  const batch = await readBatch(
    parts,
    chatNumbers.map((chatNumber) => ({ chatNumber, isRemoval: false })),
  );
  const isEnd = rows.length < batchChatsMax && batch.chats === rows.length;
  const rebuiltDownTo = isEnd ? 0 : (chatNumbers[batch.chats - 1] ?? 0);
  await index.change({ ...batch, rebuiltDownTo });
  return rebuiltDownTo;
}

interface Batch {
  readonly take: readonly ArchiveDocument[];
  readonly forget: readonly number[];
  /** Of each chat it covers, as it was before it was read. */
  readonly revisions: readonly number[];
  /** How many of the first chats it covers. */
  readonly chats: number;
}

async function readBatch(
  parts: ClosedChatParts,
  entries: readonly { readonly chatNumber: number; readonly isRemoval: boolean }[],
): Promise<Batch> {
  const take: ArchiveDocument[] = [];
  const forget: number[] = [];
  const revisions: number[] = [];
  let chats = 0;
  let characters = 0;
  for (const { chatNumber, isRemoval } of entries) {
    revisions.push(revisionOf(parts.store, chatNumber));
    const document = isRemoval ? null : await readSound(parts, chatNumber);
    if (document === null) forget.push(chatNumber);
    else take.push(document);
    chats += 1;
    characters += document?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0;
    if (characters >= batchCharactersMax) break;
    await nextTurn();
  }
  return { take, forget, revisions, chats };
}

/** A chat whose rows cannot be read is left out: it must not keep all others out as well. */
async function readSound(parts: ClosedChatParts, chatNumber: number): Promise<ArchiveDocument | null> {
  try {
    return await readClosedChat(parts, chatNumber);
  } catch (error) {
    if (error instanceof StoreError && !(error instanceof DamagedRowError)) throw error;
    parts.log.error({ err: error, chatNumber }, "a closed chat cannot be read; it is left out of the archive");
    return null;
  }
}

/** 0 for a chat that is not there, or damaged. */
const revisionOf = (store: Pick<Store, "read">, chatNumber: number): number =>
  undamaged(() => store.read("actor", [chatAddress(asChatId(String(chatNumber)))]))?.revision ?? 0;

interface DoneEntry extends QueueEntry {
  readonly revision: number | undefined;
}

/** Deletes the rows, unless they say something else by now, or the chat does: then it is taken up once more. */
async function finish({ store }: ClosedChatParts, done: readonly DoneEntry[], state: IndexState): Promise<void> {
  await store.commit([], (rows) => {
    const writes: Write[] = done
      .filter(({ key, row, revision }) => saysStill(rows, key, row) && revisionOf(rows, key[0]) === revision)
      .map(({ key }) => ({ table: "archiveQueue", key, row: null }));
    return [...writes, factOf(state)];
  });
}

/** A damaged row says nothing else. */
const saysStill = (rows: Pick<Store, "read">, key: Key<"archiveQueue">, { isRemoval }: ArchiveQueueRow): boolean =>
  undamaged(() => rows.read("archiveQueue", key)?.isRemoval === isRemoval) ?? true;

/** From now on no other index has what was taken off the queue. */
export const rememberIndex = ({ store }: ClosedChatParts, state: IndexState): Promise<void> =>
  store.commit([], () => [factOf(state)]);

const factOf = ({ id, changes }: IndexState): Write => ({
  table: "fact",
  key: factKey,
  row: { text: `${id} ${changes}` },
});

/**
 * Whether an index has all that was ever taken off the queue: it is not of another installation, nor an older copy. No index is known
 * for it when the row that tells is damaged: the next one is made anew, and its row with it.
 */
export function isRemembered({ store }: ClosedChatParts, { id, changes }: IndexState): boolean {
  const [knownId, knownChanges] = undamaged(() => store.read("fact", factKey))?.text.split(" ") ?? [];
  return knownId === id && changes >= Number(knownChanges);
}
