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
  /** False while chats are still looked through, and when there was no room for all texts. */
  readonly isComplete: boolean;
}

export interface OpenChatsMemoryParts extends OpenChatParts {
  readonly feed: Pick<Feed, "cursor">;
  readonly limits: Limits;
}

/** What was searched last is kept this long. */
const idleTimeoutMs = 60 * 60_000;
/** Behind more changes all chats are read anew: most were told of again and again. */
const changesMax = 50_000;
const batchChatsMax = 100;
const batchCharactersMax = 200_000;
/** So many chats are read together; after as many others have their turn. */
const chatsAtOnce = 4;

/** The thread knows nothing any more of what it was told. */
class LostMemoryError extends Error {
  override readonly name = "LostMemoryError";
}

/** A thread's memory of the open chats, made with the first search and brought up to date with each by what the desks' feed tells. */
export class OpenChatsMemory {
  readonly #parts: OpenChatsMemoryParts;
  readonly #pool: WorkerPool<OpenChatsInput, OpenChatsAnswer>;
  readonly #oneAtATime: OneAtATime = createOneAtATime();
  /** Of each chat in it, the last message that was read. */
  readonly #lastSeqs = new Map<number, number>();
  #id = "";
  /** Of the feed, up to where it is; null while there is nothing to bring up to date. */
  #cursor: number | null = null;
  #isWhole = false;
  #isClosed = false;
  #next: Promise<void> | null = null;

  constructor(parts: OpenChatsMemoryParts) {
    this.#parts = parts;
    const { archiveSearchesMax: queueMax } = parts.limits;
    this.#pool = createWorkerPool({ task: "open-chats", threadsMax: 1, queueMax: queueMax + 1, idleTimeoutMs });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when what was shown to desks before the call is in it. Who asks while it waits for its turn waits for the same one. */
  catchUp(): Promise<void> {
    this.#next ??= this.#oneAtATime(async () => {
      this.#next = null;
      if (this.#isClosed) return;
      if (this.#cursor === null || !(await this.#takeChanges(this.#cursor))) await this.#makeAnew();
    });
    return this.#next;
  }

  /** The next search begins anew. */
  drop(): void {
    this.#cursor = null;
    this.#isWhole = false;
  }

  async ask(question: OpenChatsQuestion): Promise<Result<OpenChatsFound>> {
    if (this.#isClosed) return fail("unavailable", ERROR_MESSAGE.unavailable);
    // Before the first batch there is nothing to ask.
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

  /** False when it has to be made anew. */
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
        // How the delivery of a line goes on changes none of its words.
        const isKnown = entry.messageSeq > 0 && entry.messageSeq <= (this.#lastSeqs.get(chatNumber) ?? 0);
        if (!isKnown) changed.add(chatNumber);
      }
      cursor = last.cursor;
      await nextTurn();
    }
    try {
      await this.#read([...changed]);
      // A thread that lost what it knew must be found out before it is asked.
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
    // The thread takes one batch up while the next one is read.
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
        // Looked at when the next one is told.
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
    if (answer.value.kind === "lost") throw new LostMemoryError("What was told before is lost");
  }

  #inputOf(change: Partial<OpenChatsInput>): OpenChatsInput {
    const { archiveChatCharactersMax, openChatsCharactersMax: charactersMax } = this.#parts.limits;
    const bounds = { chatCharactersMax: 2 * archiveChatCharactersMax, charactersMax };
    return { memoryId: this.#id, isNew: false, take: [], forget: [], question: null, ...bounds, ...change };
  }
}
