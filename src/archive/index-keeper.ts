import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArchiveDocument, IndexState } from "../../workers/archive/archive.types.ts";
import type { Limits } from "../config/limits.ts";
import { asChatId } from "../core/ids.ts";
import { messagesBehind, readChat } from "../domain/chat/queries/chat-queries.ts";
import type { QueuedChat, TakenChat } from "../domain/chat/queries/queued-chats.ts";
import {
  closedChatNumbers,
  finishQueuedChats,
  isRemembered,
  readChatRevision,
  readQueuedChats,
  rememberIndex,
} from "../domain/chat/queries/queued-chats.ts";
import type { Directory } from "../domain/directory.ts";
import type { ArchiveIndex } from "../ports/archive-index.ts";
import { DamagedIndexError, IndexChangedError } from "../ports/archive-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Peers } from "../ports/peers.ts";
import type { Store } from "../ports/store.ts";
import { DamagedRowError, StoreError } from "../ports/store-errors.ts";
import { factTexts, messageTexts } from "./chat-texts.ts";

/** The interval for checking the queue. A search checks it at once. */
const lookEveryMs = 2_000;
const backoffMs = { first: 1_000, max: 60_000 };
const progressEveryMs = 10_000;
/** The lease by which one of several processes changes the index. Renewed before every batch. */
const lease = { name: "archive index", forMs: 10_000 };
/** While another process has the lease, this process checks at this interval. */
const othersAtWorkMs = 50;

export interface IndexKeeperParts extends ClosedChatParts {
  /** Starts when the first chat is closed. */
  readonly index: ArchiveIndex;
  readonly clock: Clock;
  readonly peers: Peers;
}

/** Updates the index from the queue, and builds a new index from all closed chats. One loop does one job at a time. */
export class IndexKeeper {
  readonly #parts: IndexKeeperParts;
  #waiting: (() => void)[] = [];
  #wakeUp: () => void = () => undefined;
  #failures = 0;
  #isStopped = false;
  #isDamaged = false;
  /** Whether there is no index, because no chat was closed yet. */
  #isEmpty = false;
  #state: IndexState | null = null;
  /** Whether another process may have changed the index. */
  #isOutdated = false;
  #loggedAtMs = 0;
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: IndexKeeperParts) {
    this.#parts = parts;
  }

  /** Whether all chats that were closed before the index existed are in it. */
  get isComplete(): boolean {
    return this.#state === null ? this.#isEmpty : this.#state.rebuiltDownTo === 0;
  }

  start(): void {
    this.#ended = this.#run();
  }

  /** Ends after the change in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakeUp();
    await this.#ended;
  }

  /** Resolves when everything that was queued before the call is searchable, or when that is not possible now. */
  caughtUp(): Promise<void> {
    if (this.#isStopped || this.#failures > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#wakeUp();
    });
  }

  /** Replaces a damaged index with a new one. */
  replaceDamaged(error: DamagedIndexError): void {
    if (this.#isDamaged) return;
    this.#parts.log.warn({ reason: error.message }, "the archive's index is damaged; making a new index");
    this.#isDamaged = true;
    this.#state = null;
    this.#wakeUp();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const release = (): void => {
        for (const resolve of waiting) resolve();
      };
      const pauseMs = await this.#turn(release).catch((error: unknown) => this.#fail(error));
      if (pauseMs === null) {
        this.#waiting = [...waiting, ...this.#waiting];
        if (!this.#isStopped) await this.#pause(othersAtWorkMs);
        continue;
      }
      release();
      if (pauseMs > 0 && this.#waiting.length === 0 && !this.#isStopped) await this.#pause(pauseMs);
    }
    for (const resolve of this.#waiting) resolve();
  }

  /** Returns how long there is nothing to do, null while another process works. */
  async #turn(onCaughtUp: () => void): Promise<number | null> {
    const { peers } = this.#parts;
    if (peers.isAlone) return this.#work(onCaughtUp);
    if (await this.#hasNothingToDo()) {
      this.#failures = 0;
      return lookEveryMs;
    }
    if (!(await peers.lease(lease.name, lease.forMs))) return null;
    try {
      this.#isOutdated = true;
      return await this.#work(onCaughtUp);
    } finally {
      await peers.release(lease.name);
    }
  }

  /**
   * Checks the queue without the lease. When the queue is empty, every queued chat is in the index, whichever process put it there.
   */
  async #hasNothingToDo(): Promise<boolean> {
    const { index, store } = this.#parts;
    if (this.#state === null || (await readQueuedChats(store, undefined, 1)).length > 0) return false;
    this.#state = await index.open();
    return this.#state.rebuiltDownTo === 0;
  }

  async #work(onCaughtUp: () => void): Promise<number> {
    const { index } = this.#parts;
    this.#isEmpty = !(await index.isBegun()) && !(await this.#hasClosedChats());
    if (!this.#isEmpty) await this.#open();
    await takeQueue(this.#parts, async () => {
      await this.#holdOn();
      await this.#open();
      return index;
    });
    this.#failures = 0;
    onCaughtUp();
    const state = this.#state;
    if (state === null || state.rebuiltDownTo === 0) return lookEveryMs;
    const rebuiltDownTo = await takeOlder(this.#parts, index, state.rebuiltDownTo);
    this.#state = { ...state, rebuiltDownTo };
    this.#tellProgress(rebuiltDownTo);
    return rebuiltDownTo === 0 ? lookEveryMs : 0;
  }

  async #hasClosedChats(): Promise<boolean> {
    return (await closedChatNumbers(this.#parts.store, null, 1)).length > 0;
  }

  /** Checks the lease, because a frozen process can lose it. */
  async #holdOn(): Promise<void> {
    const { peers } = this.#parts;
    if (peers.isAlone || (await peers.lease(lease.name, lease.forMs))) return;
    throw new IndexChangedError("Another process has the lease of the archive's index");
  }

  async #open(): Promise<void> {
    if (this.#state !== null && !this.#isOutdated) return;
    const { index, log, store } = this.#parts;
    if (this.#isDamaged) await index.replace();
    this.#isDamaged = false;
    let state = await index.open();
    if (state.rebuiltDownTo !== null && !(await isRemembered(store, state))) {
      log.warn({}, "the archive's index lacks chats that another index has; making a new index");
      await index.replace();
      state = await index.open();
    }
    if (state.rebuiltDownTo === null) await rememberIndex(store, state);
    if (state.rebuiltDownTo !== 0 && this.#state === null)
      log.info({ downTo: state.rebuiltDownTo }, "putting closed chats into the archive's index");
    this.#state = state;
    this.#isOutdated = false;
  }

  #tellProgress(rebuiltDownTo: number): void {
    const { clock, log } = this.#parts;
    if (rebuiltDownTo === 0) log.info({}, "all closed chats are in the archive's index");
    else if (clock.nowMs() >= this.#loggedAtMs + progressEveryMs) {
      this.#loggedAtMs = clock.nowMs();
      log.info({ downTo: rebuiltDownTo }, "putting closed chats into the archive's index, the newest first");
    }
  }

  /** Returns how long to wait before the next try, null when another process was faster. */
  #fail(error: unknown): number | null {
    if (error instanceof IndexChangedError) return null;
    const isFirst = this.#failures === 0;
    this.#failures += 1;
    if (error instanceof DamagedIndexError) {
      this.replaceDamaged(error);
      if (isFirst) return 0;
    } else this.#parts.log.error({ err: error }, "the archive's index could not be changed; trying again later");
    return Math.min(backoffMs.first * 2 ** (this.#failures - 1), backoffMs.max);
  }

  async #pause(pauseMs: number): Promise<void> {
    const { clock } = this.#parts;
    await new Promise<void>((resolve) => {
      const wake = clock.wakeAt(clock.nowMs() + pauseMs, resolve);
      this.#wakeUp = () => {
        wake.cancel();
        resolve();
      };
    });
    this.#wakeUp = () => undefined;
  }
}

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

/** A batch with more characters than this contains fewer chats. */
const batchCharactersMax = 200_000;
/** Chats that are read together. After them, other work gets its turn. */
const chatsAtOnce = 4;

/** A change of the index. */
interface Batch {
  readonly take: readonly ArchiveDocument[];
  readonly forget: readonly number[];
  /** The chats that the batch covers, from the first on. */
  readonly taken: readonly TakenChat[];
}

async function readBatch(parts: ClosedChatParts, chats: readonly QueuedChat[]): Promise<Batch> {
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

interface ClosedChatParts {
  readonly store: Store;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly log: Log;
}

/** Reads a closed chat with all its searchable texts. Returns null when the chat is missing or not closed. */
async function readClosedChat(parts: ClosedChatParts, chatNumber: number): Promise<ArchiveDocument | null> {
  const view = await readChat(parts.store, asChatId(String(chatNumber)));
  if (view?.state !== "closed") return null;
  const { channelId, agentIds, closedAtMs, updatedAtMs } = view.context;
  const texts = new CappedTexts(parts.limits.archiveChatCharactersMax);
  texts.add(factTexts(parts.directory, view.context));
  await addMessages(parts, chatNumber, texts);
  return { chatNumber, closedAtMs: closedAtMs ?? updatedAtMs, channelId, agentIds, texts: texts.kept };
}

class CappedTexts {
  readonly kept: string[] = [];
  #left: number;

  constructor(charactersMax: number) {
    this.#left = charactersMax;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      if (this.isFull) return;
      this.kept.push(text.slice(0, this.#left));
      this.#left -= text.length;
    }
  }
}

/** Joins the texts, the oldest first, up to the limit. */
async function addMessages({ store, limits }: ClosedChatParts, chatNumber: number, texts: CappedTexts): Promise<void> {
  for (let after = 0; !texts.isFull; ) {
    const page = await messagesBehind(store, chatNumber, after, limits.pageRowsMax);
    texts.add(page.flatMap(({ message }) => (message === null ? [] : messageTexts(message))));
    after = page.at(-1)?.seq ?? after;
    if (page.length < limits.pageRowsMax) return;
    await nextTurn();
  }
}
