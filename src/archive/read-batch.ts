import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArchiveDocument } from "../../workers/archive/archive.types.ts";
import type { QueuedChat, TakenChat } from "../domain/chat/queries/queued-chats.ts";
import { readChatRevision } from "../domain/chat/queries/queued-chats.ts";
import { DamagedRowError, StoreError } from "../ports/store-errors.ts";
import type { ClosedChatParts } from "./closed-chats.ts";
import { readClosedChat } from "./closed-chats.ts";

/** Characters after which a change of the index is made with fewer chats. */
const batchCharactersMax = 200_000;
/** So many chats are read together; after as many others have their turn. */
const chatsAtOnce = 4;

/** A change of the index. */
export interface Batch {
  readonly take: readonly ArchiveDocument[];
  readonly forget: readonly number[];
  /** The first chats, which it covers. */
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
  /** `null` for one that is to be forgotten. */
  readonly document: ArchiveDocument | null;
}

/** The revision is read first: what is changed while the chat is read is taken up once more. */
async function readQueued(parts: ClosedChatParts, chat: QueuedChat): Promise<ReadChat> {
  const revision = await readChatRevision(parts.store, chat.chatNumber);
  const document = chat.isRemoval ? null : await readSound(parts, chat.chatNumber);
  return { chat: { ...chat, revision }, document };
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
