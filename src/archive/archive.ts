import type { ChannelId } from "../../machines/ids.ts";
import type { ArchivePlace, SearchFound } from "../../workers/archive/archive.types.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { asChatId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { undamagedLater } from "../core/rows/undamaged.ts";
import { within } from "../core/within.ts";
import type { ChatView } from "../domain/chat/queries/chat-queries.ts";
import { readChat } from "../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../domain/directory.ts";
import type { ArchiveIndex } from "../ports/archive-index.ts";
import { DamagedIndexError } from "../ports/archive-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Peers } from "../ports/peers.ts";
import type { Store } from "../ports/store.ts";
import { IndexKeeper } from "./index-keeper.ts";

export interface ArchiveQuery {
  /** Words a chat must have, the last one also as the beginning of one; blank finds every chat. */
  readonly text: string;
  /** Closed in this time, both ends included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of these channels; null for any. */
  readonly channelIds: readonly ChannelId[] | null;
  /** Who took part. */
  readonly agentId: number | null;
  readonly after: ArchivePlace | null;
}

export interface ArchivePage {
  /** The chats closed last come first. */
  readonly chats: readonly ChatView[];
  /** Where the next page goes on; null at the end. */
  readonly next: ArchivePlace | null;
  /** False while chats that were closed before the index began are still missing in it. */
  readonly isComplete: boolean;
}

/** Closed chats, found by what was said in them. */
export interface Archive {
  /**
   * One page. Waits a little for chats that were closed before. Fails with `overloaded` when too many search, with `timeout`
   * when it took too long.
   */
  search(query: ArchiveQuery): Promise<Result<ArchivePage>>;
  /** Begins to keep the index up to the closed chats. */
  start(): void;
  /** Ends after the change in hand; what is still queued is taken up after the next start. */
  stop(): Promise<void>;
}

export interface ArchiveParts {
  /** Begun when the first chat is closed. */
  readonly index: ArchiveIndex;
  readonly peers: Pick<Peers, "isAlone" | "lease" | "release">;
  readonly store: Store;
  readonly directory: Pick<Directory, "agentEver">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export function createArchive(parts: ArchiveParts): Archive {
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
    // Asked before the search: what is put in meanwhile it may not have seen.
    const wasComplete = keeper.isComplete;
    const found = await within(clock, limits.archiveSearchTimeoutMs, searchIndex(query));
    if (found === null) return fail("timeout", ERROR_MESSAGE.timeout);
    if (!found.ok) return found;
    const { chatNumbers, next } = found.value;
    // A chat may have gone for good, or been opened again, since it was put into the index.
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
