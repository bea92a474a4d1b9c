import { closedChatNumbers } from "../domain/chat/queries/chats-by-number.ts";
import type { QueuedChat } from "../domain/chat/queries/queued-chats.ts";
import { finishQueuedChats, readQueuedChats } from "../domain/chat/queries/queued-chats.ts";
import type { ArchiveIndex } from "../ports/archive-index.ts";
import type { ClosedChatParts } from "./closed-chats.ts";
import { readBatch } from "./read-batch.ts";

/** The number of chats in one change of the index. A thread that opens the index waits for the change in progress. */
const batchChatsMax = 100;

/** Moves the queued chats into the index, from the first row to the last. A row is deleted when its change is durable. */
export async function takeQueue(parts: ClosedChatParts, openIndex: () => Promise<ArchiveIndex>): Promise<void> {
  for (let after: number | undefined; ; ) {
    const queued = await readQueuedChats(parts.store, after, batchChatsMax);
    for (let left: readonly QueuedChat[] = queued; left.length > 0; ) {
      const index = await openIndex();
      const { taken, ...change } = await readBatch(parts, left);
      await finishQueuedChats(parts.store, taken, await index.change(change));
      left = left.slice(taken.length);
    }
    after = queued.at(-1)?.chatNumber;
    if (queued.length < batchChatsMax) return;
  }
}

/** Indexes the next closed chats below `before`, the newest first. Returns the lowest number among them, 0 at the end. */
export async function takeOlder(parts: ClosedChatParts, index: ArchiveIndex, before: number | null): Promise<number> {
  const chatNumbers = await closedChatNumbers(parts.store, before, batchChatsMax);
  const { taken, ...change } = await readBatch(
    parts,
    chatNumbers.map((chatNumber) => ({ chatNumber, isRemoval: false })),
  );
  const isEnd = chatNumbers.length < batchChatsMax && taken.length === chatNumbers.length;
  const rebuiltDownTo = isEnd ? 0 : (taken.at(-1)?.chatNumber ?? 0);
  await index.change({ ...change, rebuiltDownTo });
  return rebuiltDownTo;
}
