import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { momentMs } from "../core/clock.ts";
import type { RowName } from "../ports/store.ts";
import type { KeptConversation } from "./actor-definition.ts";
import type { Cell } from "./cell.ts";
import type { PendingEvent } from "./pending.ts";

/** The data in memory that one lock protects: waiting events, live cells, the host's data. */
export class Conversation implements KeptConversation {
  readonly key: ConversationKey;
  readonly cells = new CellSet();
  kept: object | null = null;
  /** Commits that contain rows of this conversation and are not durable yet. */
  commitsInFlight = 0;
  /** The stored revision of everything in memory; 0 when it is not known. In a store of one process it stays 0. */
  storedRevision = 0;
  /** What a turn missed: the next commit names it in its needs. */
  missed: Missed = nothingMissed;
  /** Used since the last sweep. */
  isRecent = true;
  /** It waits for its turn; the registry sets this. */
  isReady = false;
  /** When the mailbox stopped being empty, by the clock of the metrics. */
  mailSinceMs = 0;
  #mailbox: PendingEvent[] = noMail;

  constructor(key: ConversationKey) {
    this.key = key;
  }

  get isIdle(): boolean {
    return this.#mailbox.length === 0 && this.commitsInFlight === 0;
  }

  get mailCount(): number {
    return this.#mailbox.length;
  }

  addMail(pending: PendingEvent): void {
    if (this.#mailbox === noMail) {
      this.#mailbox = [pending];
      this.mailSinceMs = momentMs();
    } else this.#mailbox.push(pending);
  }

  /** Puts the events in front of all waiting ones. */
  putBack(events: readonly PendingEvent[]): void {
    this.#mailbox = [...events, ...this.#mailbox];
  }

  takeMail(): readonly PendingEvent[] {
    const mail = this.#mailbox;
    this.#mailbox = noMail;
    return mail;
  }

  /** Drops the data in memory if its revision differs from the stored revision. */
  followRevision(revision: number): void {
    if (this.storedRevision === revision) return;
    this.dropCells();
    this.storedRevision = revision;
  }

  /** Drops everything that can be read again. */
  dropCells(): void {
    this.cells.clear();
    this.kept = null;
    this.storedRevision = 0;
  }
}

/**
 * Rows that a turn read although the commit had not loaded them, and counters from which it drew more numbers than it had
 * requested.
 */
export interface Missed {
  readonly rows: readonly RowName[];
  readonly counters: readonly string[];
}

/** Shared: a store of one process can read any row at any time. */
export const nothingMissed: Missed = { rows: [], counters: [] };

/** Shared and never written to: most conversations have no waiting events. */
const noMail: PendingEvent[] = [];

/**
 * The cells of a conversation by their keys, in the order of their arrival. Most conversations have up to four cells, which are kept in
 * fields: a map takes 112 bytes more. The fifth cell turns the fields into a map, until all cells have left.
 */
export class CellSet {
  #first: Cell | null = null;
  #second: Cell | null = null;
  #third: Cell | null = null;
  #fourth: Cell | null = null;
  #many: Map<ActorKey, Cell> | null = null;

  get size(): number {
    if (this.#many !== null) return this.#many.size;
    if (this.#first === null) return 0;
    if (this.#second === null) return 1;
    if (this.#third === null) return 2;
    return this.#fourth === null ? 3 : 4;
  }

  get(key: ActorKey): Cell | undefined {
    if (this.#many !== null) return this.#many.get(key);
    if (this.#first?.key === key) return this.#first;
    if (this.#second?.key === key) return this.#second;
    if (this.#third?.key === key) return this.#third;
    return this.#fourth?.key === key ? this.#fourth : undefined;
  }

  has(key: ActorKey): boolean {
    return this.get(key) !== undefined;
  }

  /** Replaces the cell with this key, or appends the new one. */
  set(key: ActorKey, cell: Cell): void {
    if (this.#many !== null) this.#many.set(key, cell);
    else if (this.#first === null || this.#first.key === key) this.#first = cell;
    else if (this.#second === null || this.#second.key === key) this.#second = cell;
    else if (this.#third === null || this.#third.key === key) this.#third = cell;
    else if (this.#fourth === null || this.#fourth.key === key) this.#fourth = cell;
    else {
      const many = new Map(this.#few().map((known) => [known.key, known]));
      this.clear();
      this.#many = many.set(key, cell);
    }
  }

  delete(key: ActorKey): void {
    if (this.#many !== null) {
      this.#many.delete(key);
      if (this.#many.size === 0) this.#many = null;
      return;
    }
    // The cells after the removed one move up.
    let isFound = this.#first?.key === key;
    if (isFound) this.#first = this.#second;
    isFound ||= this.#second?.key === key;
    if (isFound) this.#second = this.#third;
    isFound ||= this.#third?.key === key;
    if (isFound) this.#third = this.#fourth;
    if (isFound || this.#fourth?.key === key) this.#fourth = null;
  }

  clear(): void {
    this.#first = null;
    this.#second = null;
    this.#third = null;
    this.#fourth = null;
    this.#many = null;
  }

  values(): Iterable<Cell> {
    return this.#many === null ? this.#few() : this.#many.values();
  }

  #few(): Cell[] {
    return [this.#first, this.#second, this.#third, this.#fourth].filter((cell) => cell !== null);
  }
}
