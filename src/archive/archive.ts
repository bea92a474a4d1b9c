import type { ChannelId } from "../../machines/ids.ts";
import type { ArchivePlace, SearchFound } from "../../workers/archive/archive.types.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { asChatId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { undamagedLater } from "../core/rows/damaged-rows.ts";
import { within } from "../core/within.ts";
import type { ChatView } from "../domain/chat/queries/chat-queries.ts";
import { readChat } from "../domain/chat/queries/chat-queries.ts";
import { DamagedIndexError } from "../ports/archive-index.ts";
import type { IndexKeeperParts } from "./index-keeper.ts";
import { IndexKeeper } from "./index-keeper.ts";

export interface ArchiveQuery {
  /** The words that a chat must have. The last one can be the beginning of a word. A blank text finds every chat. */
  readonly text: string;
  /** The time in which the chat was closed, with both ends. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The channels, null for any. */
  readonly channelIds: readonly ChannelId[] | null;
  /** An agent who took part. */
  readonly agentId: number | null;
  /** The chats closed first come first; else those closed last. */
  readonly isOldestFirst: boolean;
  readonly after: ArchivePlace | null;
}

export interface ArchivePage {
  readonly chats: readonly ChatView[];
  /** The cursor of the next page, null at the end. */
  readonly next: ArchivePlace | null;
  /** False while older closed chats are still missing in the index. */
  readonly isComplete: boolean;
}

/** Finds closed chats by their texts. */
export interface Archive {
  /**
   * Returns one page. Waits a little for chats that were closed before. Fails with `overloaded` when too many searches run, and
   * with `timeout` when the search takes too long.
   */
  search(query: ArchiveQuery): Promise<Result<ArchivePage>>;
  /** Begins to update the index. */
  start(): void;
  /** Ends after the change in progress. The rest of the queue follows after the next start. */
  stop(): Promise<void>;
}

export function createArchive(parts: IndexKeeperParts): Archive {
  const { store, clock, limits, index } = parts;
  const keeper = new IndexKeeper(parts);
  let running = 0;

  const searchIndex = async (query: ArchiveQuery): Promise<Result<SearchFound>> => {
    try {
      const { archiveLookedAtMax: lookedAtMax, pageRowsMax: rowsMax } = limits;
      return await index.search({ ...query, rowsMax, lookedAtMax });
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      keeper.replaceDamaged(error);
      return ok({ chatNumbers: [], next: null });
    }
  };

  const search = async (query: ArchiveQuery): Promise<Result<ArchivePage>> => {
    await within(clock, limits.archiveWaitMs, keeper.caughtUp());
    // Read before the search, because the search may miss chats that are added meanwhile.
    const wasComplete = keeper.isComplete;
    const found = await within(clock, limits.archiveSearchTimeoutMs, searchIndex(query));
    if (found === null) return fail("timeout", ERROR_MESSAGE.timeout);
    if (!found.ok) return found;
    const { chatNumbers, next } = found.value;
    // A chat may have been deleted or reopened after it was indexed.
    const views = await Promise.all(
      chatNumbers.map((chatNumber) => undamagedLater(() => readChat(store, asChatId(String(chatNumber))))),
    );
    const chats = views.flatMap((view) => (view?.state === "closed" ? [view] : []));
    return ok({ chats, next, isComplete: wasComplete && keeper.isComplete });
  };

  return {
    async search(query) {
      if (running >= limits.archiveSearchesMax) return fail("overloaded", ERROR_MESSAGE.overloaded);
      running += 1;
      try {
        return await search(query);
      } finally {
        running -= 1;
      }
    },
    start: () => keeper.start(),
    async stop() {
      await keeper.stop();
      await index.close();
    },
  };
}
