import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArchiveDocument } from "../../workers/archive/archive.types.ts";
import type { QueuedChat, TakenChat } from "../domain/chat/queries/queued-chats.ts";
import { readChatRevision } from "../domain/chat/queries/queued-chats.ts";
import { DamagedRowError, StoreError } from "../ports/store-errors.ts";
import type { ClosedChatParts } from "./closed-chats.ts";
import { readClosedChat } from "./closed-chats.ts";

/** A batch with more characters than this contains fewer chats. */
const batchCharactersMax = 200_000;
/** Chats that are read together. After them, other work gets its turn. */
const chatsAtOnce = 4;

/** A change of the index. */
export interface Batch {
  readonly take: readonly ArchiveDocument[];
  readonly forget: readonly number[];
  /** The chats that the batch covers, from the first on. */
  readonly taken: readonly TakenChat[];
}

export async function readBatch(parts: ClosedChatParts, chats: readonly QueuedChat[]): Promise<Batch> {
  const take: ArchiveDocument[] = [];
  const forget: number[] = [];
  const taken: TakenChat[] = [];
  let characters = 0;
  for (let from = 0; from < chats.length && characters < batchCharactersMax; from += chatsAtOnce) {
    if (from > 0) await nextTurn();
    const some = chats.slice(from, from + chatsAtOnce);
    for (const { chat, document } of await Promise.all(some.map((one) => readQueued(parts, one)))) {
      if (document === null) forget.push(chat.chatNumber);
      else take.push(document);
      taken.push(chat);
      characters += document?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0;
    }
  }
  return { take, forget, taken };
}

interface ReadChat {
  readonly chat: TakenChat;
  /** `null` for a chat that leaves the index. */
  readonly document: ArchiveDocument | null;
}

/** Reads the revision first, so that a chat which changes during the read is indexed once more. */
async function readQueued(parts: ClosedChatParts, chat: QueuedChat): Promise<ReadChat> {
  const revision = await readChatRevision(parts.store, chat.chatNumber);
  const document = chat.isRemoval ? null : await readSound(parts, chat.chatNumber);
  return { chat: { ...chat, revision }, document };
}

/** A chat with unreadable rows is skipped, so that it does not block all others. */
async function readSound(parts: ClosedChatParts, chatNumber: number): Promise<ArchiveDocument | null> {
  try {
    return await readClosedChat(parts, chatNumber);
  } catch (error) {
    if (error instanceof StoreError && !(error instanceof DamagedRowError)) throw error;
    parts.log.error({ err: error, chatNumber }, "a closed chat cannot be read; it is left out of the archive");
    return null;
  }
}
