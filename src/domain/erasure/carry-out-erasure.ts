import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ConversationKey } from "../../../machines/ids.ts";
import { botAddress, chatAddress, webhooksAddress } from "../../../machines/tells.ts";
import type { Registry } from "../../actors/registry.ts";
import { chatStates } from "../../codec/desk/desk-schemas.ts";
import { actorKindOf, asChatId } from "../../core/ids.ts";
import { keyPages, undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  ActorRow,
  ClientRow,
  ErasureRow,
  LockedRows,
  ReadRows,
  RowReader,
  Store,
  Write,
} from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import type { RunningCalls } from "../call/running-calls.ts";
import { failedList, removingState, textlessState } from "../chat/chat-actor.ts";
import type { Feed } from "../feed/feed.ts";
import { createShownCommit } from "../feed/shown-commit.ts";
import type { RemovalParts } from "../housekeeping/removal.ts";
import { actorRows, finishRemovals, removeRest } from "../housekeeping/removal.ts";
import { eraseElsewhere } from "./erase-elsewhere.ts";
import { eraseLeftMessages } from "./erase-left-messages.ts";
import type { Erasure, Known, LockedParts } from "./erasure-row.ts";
import { commitLocked, countRemoved, findConversation, lockedStore, withWrites } from "./erasure-row.ts";

/** What holds data of clients. */
export interface ErasureParts {
  readonly removal: RemovalParts;
  readonly registry: Registry;
  readonly feed: Feed;
  readonly runningCalls: RunningCalls;
  readonly clock: Clock;
}

/** A request takes 3 s. If its process stops, other processes give the attempt up 8 s after it began. */
const attemptMs = 8_000;

/**
 * One running erasure. Each step is a separate commit and may run twice: a process that finds the erasure pending starts again, and
 * finds less data. The client's record and its open chat go first. The lists that lead to the rest go last.
 */
export class ErasureWork {
  readonly clientNumber: number;
  readonly #parts: ErasureParts;
  readonly #store: Store;
  #row: ErasureRow;
  #conversation: ConversationKey | null = null;
  #chats: readonly number[] = [];
  #isRemoved = false;
  #quietAtMs = 0;

  constructor({ clientNumber, row }: Erasure, parts: ErasureParts) {
    this.clientNumber = clientNumber;
    this.#row = row;
    this.#parts = parts;
    this.#store = parts.removal.store;
  }

  get row(): ErasureRow {
    return this.#row;
  }

  /**
   * Continues as far as possible now. Returns whether the erasure is done. Rejects when the store or the files cannot be written.
   */
  async goOn(isStopped: () => boolean): Promise<boolean> {
    if (!this.#isRemoved) this.#isRemoved = await this.#remove(isStopped);
    if (!this.#isRemoved || isStopped() || !(await this.#isQuiet())) return false;
    await this.#finish();
    return true;
  }

  async #remove(isStopped: () => boolean): Promise<boolean> {
    const { clientNumber } = this;
    this.#conversation = await findConversation(this.#store, { clientNumber, row: this.#row });
    if (this.#conversation === null) return true;
    const known: Known = { clientNumber, row: this.#row, conversation: this.#conversation };
    if (this.#row.conversation === null) await this.#noteConversation(known);
    const { registry, feed, removal } = this.#parts;
    const store = this.#counted(this.#store);
    const locked = { store, registry };
    // An agent may have opened a chat again meanwhile, which recreated the client's record.
    for (let isTaken = true; isTaken && !isStopped(); ) {
      isTaken = await takeClient(locked, feed, known);
      this.#chats = await chatsToErase(store, known);
      for (const number of this.#chats) await eraseChat(locked, feed, known, number);
    }
    for (const number of this.#chats) {
      if (isStopped() || !(await this.#removeRest(known, number))) return false;
    }
    const uncounted = { store: this.#store, registry };
    const mails = await eraseLeftMessages(uncounted, (one) => this.#counted(one), known);
    await eraseElsewhere(uncounted, known, { chats: new Set(this.#chats), mails });
    await finishRemovals(removal, isStopped);
    if (this.#row.removed.calls > 0) await this.#parts.runningCalls.load(this.#store);
    return !isStopped();
  }

  #removeRest({ conversation, row: { channelId } }: Known, chatNumber: number): Promise<boolean> {
    const { registry, removal } = this.#parts;
    const store = this.#counted(lockedStore({ store: this.#store, registry }, conversation));
    const done: Write = { table: "chatState", key: [removingState, chatNumber], row: null };
    const { log, files, channelFileBytes } = removal;
    return removeRest({ store, log, files, channelFileBytes }, chatNumber, channelId, [done]);
  }

  /** Counts removed rows in the commit that removes them. */
  #counted(store: Store): Store {
    return withWrites(store, (writes, rows) => {
      const removed = countRemoved(this.#row.removed, writes);
      if (writes.some((write) => isAttempting(write, rows))) this.#quietAtMs = this.#parts.clock.nowMs() + attemptMs;
      if (JSON.stringify(removed) === JSON.stringify(this.#row.removed)) return writes;
      this.#row = { ...this.#row, removed };
      return [...writes, this.#written()];
    });
  }

  #written(): Write {
    return { table: "erasure", key: ["pending", this.clientNumber], row: this.#row };
  }

  async #noteConversation({ conversation }: Known): Promise<void> {
    this.#row = { ...this.#row, conversation };
    await this.#store.commit({}, () => [this.#written()]);
  }

  /** Whether the archive has dropped the chats, and no removed delivery can still be sent. */
  async #isQuiet(): Promise<boolean> {
    if (this.#parts.clock.nowMs() < this.#quietAtMs) return false;
    for (const number of this.#chats) {
      const queued = await undamagedLater(() => this.#store.read("archiveQueue", [number]));
      if (queued !== undefined) return false;
    }
    return true;
  }

  async #finish(): Promise<void> {
    const { clientNumber } = this;
    const conversation = this.#conversation;
    const counted = this.#counted(this.#store);
    for (let from = 0; from < this.#chats.length; from += listedAtOnce) {
      const page = this.#chats.slice(from, from + listedAtOnce);
      await counted.commit({}, () =>
        page.map((number) => ({ table: "clientChat", key: [clientNumber, number], row: null })),
      );
    }
    this.#row = { ...this.#row, conversation: null, doneAtMs: this.#parts.clock.nowMs() };
    const done: readonly Write[] = [
      { table: "erasure", key: ["pending", clientNumber], row: null },
      { table: "erasure", key: ["done", clientNumber], row: this.#row },
    ];
    if (conversation === null) return this.#store.commit({}, () => done);
    await commitLocked({ store: this.#store, registry: this.#parts.registry }, conversation, {}, (rows) => {
      const isBack = undamaged(() => rows.read("client", [conversation])) !== undefined;
      // The record is deleted a second time, for stores that also have a row for the conversation's name. They remove that row with
      // the record when no actor is left.
      return isBack ? done : [...done, { table: "client", key: [conversation], row: null }];
    });
  }
}

const listedAtOnce = 500;

const isAttempting = (write: Write, rows: LockedRows): boolean =>
  write.table === "actor" &&
  write.row === null &&
  actorKindOf(write.key[0]) === "delivery" &&
  undamaged(() => rows.read("actor", write.key))?.state === "attempting";

const rowsAtOnce = 500;

/** Numbers of the client's chats, the oldest first. */
async function chatsToErase(store: ReadRows, { clientNumber, row: erasure }: Known): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const page of keyPages(store, "clientChat", { prefix: [clientNumber], limit: rowsAtOnce })) {
    const chats = await Promise.all(
      page.map(async ({ key: [, number] }) => {
        const row = await undamagedLater(() => store.read("actor", [addressOf(number)]));
        return row !== undefined && isLater(row, erasure) ? [] : [number];
      }),
    );
    numbers.push(...chats.flat());
  }
  return numbers;
}

const addressOf = (chatNumber: number) => chatAddress(asChatId(String(chatNumber)));
// The row is a chat's, so that its context is.
const contextOf = (row: ActorRow): ChatContext => readStoredActor(row, "chat").context as ChatContext;

/**
 * Removes the client's record and its open chat in one commit. A person who writes from then on is a new client with a new chat.
 * Returns whether a chat was open.
 */
async function takeClient(parts: LockedParts, feed: Feed, known: Known): Promise<boolean> {
  const { conversation, clientNumber } = known;
  const seen = await undamagedLater(() => parts.store.read("client", [conversation]));
  const openChat = seen?.openChatId ?? null;
  let isAgain = false;
  let isTaken = false;
  const apply = (rows: LockedRows): readonly Write[] | null => {
    const row = undamaged(() => rows.read("client", [conversation]));
    if (row === undefined || !isOfErased(row, known, rows)) return null;
    // Another chat was opened after the read.
    isAgain = row.openChatId !== openChat;
    if (isAgain) return null;
    isTaken = true;
    return [
      { table: "client", key: [conversation], row: null },
      { table: "clientNumber", key: [clientNumber], row: null },
    ];
  };
  await removeChat(parts, feed, known, openChat === null ? null : Number(openChat), apply);
  return isAgain ? takeClient(parts, feed, known) : isTaken;
}

/** In a restored store the same client may have returned and received the same number again. */
const isLater = (chat: ActorRow, { isReplayed, atMs }: ErasureRow): boolean =>
  isReplayed === true && contextOf(chat).createdAtMs > atMs;

const isAnothers = (chat: ActorRow, clientNumber: number, erasure: ErasureRow): boolean =>
  contextOf(chat).client.number !== clientNumber || isLater(chat, erasure);

function isOfErased({ client, openChatId }: ClientRow, { clientNumber, row }: Known, rows: RowReader): boolean {
  if (client.number !== clientNumber) return false;
  const chat = openChatId === null ? undefined : undamaged(() => rows.read("actor", [chatAddress(openChatId)]));
  return chat === undefined || !isLater(chat, row);
}

/** Removes the chat with its bot and webhooks actors. Nobody finds it or can write to it any more, and desks are notified. */
const eraseChat = (parts: LockedParts, feed: Feed, known: Known, chatNumber: number): Promise<void> =>
  removeChat(parts, feed, known, chatNumber, () => []);

/** Removes nothing when `first` returns `null`. */
async function removeChat(
  parts: LockedParts,
  feed: Feed,
  { conversation, clientNumber, row: erasure }: Known,
  chatNumber: number | null,
  first: (rows: LockedRows) => readonly Write[] | null,
): Promise<void> {
  const id = asChatId(String(chatNumber));
  const actors = chatNumber === null ? [] : [chatAddress(id), botAddress(id), webhooksAddress(id)];
  const entries = [{ chatId: id, channelId: erasure.channelId, messageSeq: 0 }];
  const rowNames = namesOf(
    "actor",
    actors.map((actor) => [actor]),
  );
  const { numbered, add, show } = createShownCommit(feed);
  const apply = (rows: LockedRows): readonly Write[] => {
    const own = first(rows);
    if (own === null) return [];
    const chat = chatNumber === null ? undefined : undamaged(() => rows.read("actor", [chatAddress(id)]));
    if (chatNumber === null || (chat !== undefined && isAnothers(chat, clientNumber, erasure))) return own;
    const writes = [...own, ...actors.flatMap((actor) => actorRows(rows, actor)), ...listRows(chatNumber)];
    return add(writes, chat === undefined ? [] : entries);
  };
  await commitLocked(parts, conversation, { rows: rowNames, numbered }, apply, show);
}

/** The chat stays in its client's list until all its data is removed, so that it is found after a crash. */
const listRows = (chatNumber: number): readonly Write[] => [
  ...[...chatStates, failedList, textlessState].map(
    (state): Write => ({ table: "chatState", key: [state, chatNumber], row: null }),
  ),
  { table: "archiveQueue", key: [chatNumber], row: { isRemoval: true } },
];
