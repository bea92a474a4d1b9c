import type { OpenChatsQuestion } from "../../workers/archive/open-chats.types.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import { fail } from "../core/result.ts";
import { within } from "../core/within.ts";
import type { Feed } from "../domain/feed/feed.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { OpenChatsFound, OpenChatsMemoryParts } from "./open-chats-memory.ts";
import { OpenChatsMemory } from "./open-chats-memory.ts";

/** Finds open chats by their texts. It reads and stores nothing before the first search. */
export interface OpenChats {
  /**
   * Returns the chats with the words, the highest number first. Waits a little for changes from before the call. Fails with
   * `overloaded` when too many searches run, and with `timeout` when the search takes too long.
   */
  search(question: OpenChatsQuestion): Promise<Result<OpenChatsFound>>;
  stop(): Promise<void>;
}

export interface OpenChatsParts extends OpenChatsMemoryParts {
  readonly feed: Pick<Feed, "cursor" | "whenShown">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

export function createOpenChats(parts: OpenChatsParts): OpenChats {
  const { clock, feed, limits, log } = parts;
  const memory = new OpenChatsMemory(parts);
  let running = 0;

  const search = async (question: OpenChatsQuestion): Promise<Result<OpenChatsFound>> => {
    // The memory learns of changes from the desks' feed, which follows some reads later. Closing the memory does not wait for it.
    const caughtUp = feed.whenShown().then(() => memory.catchUp());
    const isUpToDate = caughtUp.catch((err: unknown) => {
      if (memory.isClosed) return;
      log.error({ err }, "open chats could not be read for a search; the next search reads all of them again");
      memory.drop();
    });
    await within(clock, limits.archiveWaitMs, isUpToDate);
    const answer = await within(clock, limits.archiveSearchTimeoutMs, memory.ask(question));
    return answer ?? fail("timeout", ERROR_MESSAGE.timeout);
  };
  return {
    async search(question) {
      if (running >= limits.archiveSearchesMax) return fail("overloaded", ERROR_MESSAGE.overloaded);
      running += 1;
      try {
        return await search(question);
      } finally {
        running -= 1;
      }
    },
    stop: () => memory.close(),
  };
}
