import type { ConversationKey } from "../../../machines/ids.ts";
import { actorKindOf } from "../../core/ids.ts";
import { undamaged, undamagedLater } from "../../core/rows/undamaged.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ErasureRow, LockedRows, Store, Write } from "../../ports/store.ts";
import type { RunningCalls } from "../call/running-calls.ts";
import type { RemovalParts } from "../housekeeping/removal.ts";
import { finishRemovals, removeRest, removingState } from "../housekeeping/removal.ts";
import type { EraseChatsParts } from "./erase-chats.ts";
import { chatsToErase, eraseChat, takeClient } from "./erase-chats.ts";
import { eraseElsewhere } from "./erase-elsewhere.ts";
import { eraseLeftMessages } from "./erase-left-messages.ts";
import type { Erasure } from "./erasure-row.ts";
import { countRemoved } from "./erasure-row.ts";
import { commitLocked, lockedStore, withWrites } from "./locked-commit.ts";
import type { Known } from "./whose-data.ts";
import { findConversation } from "./whose-data.ts";

export interface CarryOutParts extends EraseChatsParts, RemovalParts {
  readonly clock: Clock;
  readonly runningCalls: Pick<RunningCalls, "load">;
}

/** A request takes 3 s. If its process stops, other processes give the attempt up 8 s after it began. */
const attemptMs = 8_000;

/**
 * One running erasure. Each step is a separate commit and may run twice: a process that finds the erasure pending starts again, and
 * finds less data. The client's record and its open chat go first. The lists that lead to the rest go last.
 */
export class ErasureWork {
  readonly clientNumber: number;
  readonly #parts: CarryOutParts;
  #row: ErasureRow;
  #conversation: ConversationKey | null = null;
  #chats: readonly number[] = [];
  #isRemoved = false;
  #quietAtMs = 0;

  constructor({ clientNumber, row }: Erasure, parts: CarryOutParts) {
    this.clientNumber = clientNumber;
    this.#row = row;
    this.#parts = parts;
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
    this.#conversation = await findConversation(this.#parts.store, { clientNumber, row: this.#row });
    if (this.#conversation === null) return true;
    const known: Known = { clientNumber, row: this.#row, conversation: this.#conversation };
    if (this.#row.conversation === null) await this.#noteConversation(known);
    const parts: CarryOutParts = { ...this.#parts, store: this.#counted(this.#parts.store) };
    // An agent may have opened a chat again meanwhile, which recreated the client's record.
    for (let isTaken = true; isTaken && !isStopped(); ) {
      isTaken = await takeClient(parts, known);
      this.#chats = await chatsToErase(parts, known);
      for (const number of this.#chats) await eraseChat(parts, known, number);
    }
    for (const number of this.#chats) {
      if (isStopped() || !(await this.#removeRest(known, number))) return false;
    }
    const mails = await eraseLeftMessages({ ...this.#parts, counted: (store) => this.#counted(store) }, known);
    await eraseElsewhere(this.#parts, known, { chats: new Set(this.#chats), mails });
    await finishRemovals(this.#parts, isStopped);
    if (this.#row.removed.calls > 0) await this.#parts.runningCalls.load(this.#parts.store);
    return !isStopped();
  }

  #removeRest({ conversation, row: { channelId } }: Known, chatNumber: number): Promise<boolean> {
    const store = this.#counted(lockedStore(this.#parts, conversation));
    const done: Write = { table: "chatState", key: [removingState, chatNumber], row: null };
    return removeRest({ ...this.#parts, store }, chatNumber, channelId, [done]);
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
    await this.#parts.store.commit({}, () => [this.#written()]);
  }

  /** Whether the archive has dropped the chats, and no removed delivery can still be sent. */
  async #isQuiet(): Promise<boolean> {
    if (this.#parts.clock.nowMs() < this.#quietAtMs) return false;
    for (const number of this.#chats) {
      const queued = await undamagedLater(() => this.#parts.store.read("archiveQueue", [number]));
      if (queued !== undefined) return false;
    }
    return true;
  }

  async #finish(): Promise<void> {
    const { clientNumber } = this;
    const conversation = this.#conversation;
    const counted = this.#counted(this.#parts.store);
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
    if (conversation === null) return this.#parts.store.commit({}, () => done);
    await commitLocked(this.#parts, conversation, {}, (rows) => {
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
