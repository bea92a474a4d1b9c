import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  OpenChatFound,
  OpenChatLine,
  OpenChatsAnswer,
  OpenChatsInput,
  OpenChatsQuestion,
  OpenChatTexts,
} from "../../workers/archive/open-chats.types.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { asChatId } from "../core/ids.ts";
import type { OneAtATime } from "../core/one-at-a-time.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { undamagedLater } from "../core/rows/damaged-rows.ts";
import { within } from "../core/within.ts";
import { messagesBehind, readChat } from "../domain/chat/queries/chat-queries.ts";
import { listChatNumbers } from "../domain/chat/queries/queued-chats.ts";
import type { Directory } from "../domain/directory.ts";
import type { Feed } from "../domain/feed/feed.ts";
import { readMissed } from "../domain/feed/feed.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ScannedRows, Store } from "../ports/store.ts";
import type { WorkerPool } from "../tasks/worker-pool.ts";
import { createWorkerPool } from "../tasks/worker-pool.ts";
import { factTexts, messageTexts } from "./chat-texts.ts";

/** Finds open chats by their texts. It reads and stores nothing before the first search. */
export interface OpenChats {
  /**
   * Returns the chats with the words, the highest number first. Waits a little for changes from before the call. Fails with
   * `overloaded` when too many searches run, and with `timeout` when the search takes too long.
   */
  search(question: OpenChatsQuestion): Promise<Result<OpenChatsFound>>;
  stop(): Promise<void>;
}

export interface OpenChatsParts {
  readonly store: Store;
  readonly directory: Directory;
  readonly feed: Pick<Feed, "cursor" | "whenShown">;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
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

interface OpenChatsFound {
  readonly found: readonly OpenChatFound[];
  /** False while chats are still being read, and when there was no room for all texts. */
  readonly isComplete: boolean;
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
class OpenChatsMemory {
  readonly #parts: OpenChatsParts;
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

  constructor(parts: OpenChatsParts) {
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
    await this.#send({ isNew: true });
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
      if (changed.size === 0) await this.#send({});
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
    let sent: Promise<void> = Promise.resolve();
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
        await sent;
        sent = this.#send({ take, forget });
        // The next batch reports this failure.
        sent.catch(() => undefined);
        take = [];
        forget = [];
        characters = 0;
      }
      await nextTurn();
    }
    await sent;
    if (take.length + forget.length > 0) await this.#send({ take, forget });
  }

  async #send(change: Partial<OpenChatsInput>): Promise<void> {
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

/** Chats of blocked clients appear only in their own list. Source: WH-20. */
const openStates = ["with_bot", "waiting", "unstaffed", "with_agent"] as const;
const isOpen = (state: string): boolean => openStates.some((open) => open === state);

/** Returns the numbers of all open chats, the newest first. */
const listOpenChats = (store: ScannedRows): Promise<readonly number[]> => listChatNumbers(store, openStates);

interface OpenChatRead {
  readonly texts: OpenChatTexts;
  /** The last message that was read. */
  readonly lastSeq: number;
}

/** Returns the new messages of a chat after a message. Null when the chat is missing, not open, or damaged. */
async function readOpenChat(parts: OpenChatsParts, chatNumber: number, afterSeq: number): Promise<OpenChatRead | null> {
  const view = await undamagedLater(() => readChat(parts.store.durable, asChatId(String(chatNumber))));
  if (view === undefined || !isOpen(view.state)) return null;
  const { channelId } = view.context;
  const { lines, lastSeq } = await readLines(parts, chatNumber, afterSeq);
  return { texts: { chatNumber, channelId, facts: factTexts(parts.directory, view.context), lines }, lastSeq };
}

async function readLines({ store, limits }: OpenChatsParts, chatNumber: number, afterSeq: number) {
  const lines: OpenChatLine[] = [];
  let lastSeq = afterSeq;
  let left = limits.archiveChatCharactersMax;
  for (;;) {
    const page = await messagesBehind(store, chatNumber, lastSeq, limits.pageRowsMax);
    for (const { seq, message } of page) {
      lastSeq = seq;
      const texts = message === null || left <= 0 ? [] : messageTexts(message);
      left -= texts.reduce((sum, text) => sum + text.length, 0);
      if (texts.length > 0) lines.push({ seq: lastSeq, texts });
    }
    if (page.length < limits.pageRowsMax || left <= 0) return { lines, lastSeq };
    await nextTurn();
  }
}
