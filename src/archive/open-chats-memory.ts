import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  OpenChatFound,
  OpenChatsAnswer,
  OpenChatsInput,
  OpenChatsQuestion,
  OpenChatTexts,
} from "../../workers/archive/open-chats.types.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { OneAtATime } from "../core/one-at-a-time.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { Feed } from "../domain/feed/feed.ts";
import { readMissed } from "../domain/feed/missed.ts";
import type { WorkerPool } from "../tasks/worker-pool.ts";
import { createWorkerPool } from "../tasks/worker-pool.ts";
import type { OpenChatParts } from "./open-chat-reader.ts";
import { listOpenChats, readOpenChat } from "./open-chat-reader.ts";

export interface OpenChatsFound {
  readonly found: readonly OpenChatFound[];
  /** False while chats are still being read, and when there was no room for all texts. */
  readonly isComplete: boolean;
}

export interface OpenChatsMemoryParts extends OpenChatParts {
  readonly feed: Pick<Feed, "cursor">;
  readonly limits: Limits;
}

/** How long the memory is kept after the last search. */
const idleTimeoutMs = 60 * 60_000;
/** After more changes than this, all chats are read again, because most changes concern the same chats. */
const changesMax = 50_000;
const batchChatsMax = 100;
const batchCharactersMax = 200_000;
/** Chats that are read together. After them, other work gets its turn. */
const chatsAtOnce = 4;

/** The worker thread lost its memory. */
class LostMemoryError extends Error {
  override readonly name = "LostMemoryError";
}

/** A worker thread's memory of the open chats. The first search creates it, and each search updates it from the desks' feed. */
export class OpenChatsMemory {
  readonly #parts: OpenChatsMemoryParts;
  readonly #pool: WorkerPool<OpenChatsInput, OpenChatsAnswer>;
  readonly #oneAtATime: OneAtATime = createOneAtATime();
  /** The last message that was read, for each chat. */
  readonly #lastSeqs = new Map<number, number>();
  #id = "";
  /** The position in the feed, null while there is no memory to update. */
  #cursor: number | null = null;
  #isWhole = false;
  #isClosed = false;
  #next: Promise<void> | null = null;

  constructor(parts: OpenChatsMemoryParts) {
    this.#parts = parts;
    const { archiveSearchesMax: queueMax } = parts.limits;
    this.#pool = createWorkerPool({ task: "open-chats", queueMax: queueMax + 1, idleTimeoutMs });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Resolves when the memory has everything that the feed had before the call. Callers that come while an update waits share this
   * update.
   */
  catchUp(): Promise<void> {
    this.#next ??= this.#oneAtATime(async () => {
      this.#next = null;
      if (this.#isClosed) return;
      if (this.#cursor === null || !(await this.#takeChanges(this.#cursor))) await this.#makeAnew();
    });
    return this.#next;
  }

  /** Lets the next search build the memory again. */
  drop(): void {
    this.#cursor = null;
    this.#isWhole = false;
  }

  async ask(question: OpenChatsQuestion): Promise<Result<OpenChatsFound>> {
    if (this.#isClosed) return fail("unavailable", ERROR_MESSAGE.unavailable);
    // Before the first batch there is nothing to search.
    if (this.#id === "") return ok({ found: [], isComplete: false });
    const answer = await this.#pool.run(this.#inputOf({ question }));
    if (!answer.ok) return answer;
    if (answer.value.kind === "lost") {
      this.drop();
      return ok({ found: [], isComplete: false });
    }
    const { found, isFull } = answer.value;
    return ok({ found, isComplete: this.#isWhole && !isFull });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
    await this.#oneAtATime(async () => undefined);
  }

  async #makeAnew(): Promise<void> {
    this.drop();
    const { cursor } = this.#parts.feed;
    this.#id = randomUUID();
    this.#lastSeqs.clear();
    await this.#tell({ isNew: true });
    await this.#read(await listOpenChats(this.#parts.store));
    this.#isWhole = true;
    this.#cursor = cursor;
  }

  /** Returns false when the memory has to be built again. */
  async #takeChanges(from: number): Promise<boolean> {
    const { feed } = this.#parts;
    if (feed.cursor - from > changesMax) return false;
    let cursor = from;
    const changed = new Set<number>();
    while (cursor < feed.cursor) {
      const page = await readMissed(cursor, this.#parts);
      const last = page?.at(-1);
      if (page === null || last === undefined) return false;
      for (const { entry } of page) {
        const chatNumber = Number(entry.chatId);
        // A change of the delivery does not change the words of a message.
        const isKnown = entry.messageSeq > 0 && entry.messageSeq <= (this.#lastSeqs.get(chatNumber) ?? 0);
        if (!isKnown) changed.add(chatNumber);
      }
      cursor = last.cursor;
      await nextTurn();
    }
    try {
      await this.#read([...changed]);
      // A thread that lost its memory must be noticed before the search.
      if (changed.size === 0) await this.#tell({});
    } catch (error) {
      if (error instanceof LostMemoryError) return false;
      throw error;
    }
    this.#cursor = cursor;
    return true;
  }

  async #read(chatNumbers: readonly number[]): Promise<void> {
    let take: OpenChatTexts[] = [];
    let forget: number[] = [];
    let characters = 0;
    // The thread processes one batch while the next one is read.
    let told: Promise<void> = Promise.resolve();
    for (let from = 0; from < chatNumbers.length; from += chatsAtOnce) {
      if (this.#isClosed) return;
      const some = chatNumbers.slice(from, from + chatsAtOnce);
      const reads = some.map((chatNumber) =>
        readOpenChat(this.#parts, chatNumber, this.#lastSeqs.get(chatNumber) ?? 0),
      );
      for (const [index, read] of (await Promise.all(reads)).entries()) {
        const chatNumber = some[index] ?? 0;
        if (read !== null) {
          take.push(read.texts);
          this.#lastSeqs.set(chatNumber, read.lastSeq);
          for (const { texts } of read.texts.lines) for (const text of texts) characters += text.length;
        } else if (this.#lastSeqs.delete(chatNumber)) forget.push(chatNumber);
      }
      if (take.length + forget.length >= batchChatsMax || characters >= batchCharactersMax) {
        await told;
        told = this.#tell({ take, forget });
        // The next batch reports this failure.
        told.catch(() => undefined);
        take = [];
        forget = [];
        characters = 0;
      }
      await nextTurn();
    }
    await told;
    if (take.length + forget.length > 0) await this.#tell({ take, forget });
  }

  async #tell(change: Partial<OpenChatsInput>): Promise<void> {
    const answer = await this.#pool.run(this.#inputOf(change));
    if (!answer.ok) throw new Error(answer.failure.message);
    if (answer.value.kind === "lost")
      throw new LostMemoryError("The worker thread has lost the chats that it received before");
  }

  #inputOf(change: Partial<OpenChatsInput>): OpenChatsInput {
    const { archiveChatCharactersMax, openChatsCharactersMax: charactersMax } = this.#parts.limits;
    const bounds = { chatCharactersMax: 2 * archiveChatCharactersMax, charactersMax };
    return { memoryId: this.#id, isNew: false, take: [], forget: [], question: null, ...bounds, ...change };
  }
}
