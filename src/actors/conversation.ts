import type { ConversationKey } from "../../machines/ids.ts";
import { momentMs } from "../core/clock.ts";
import type { RowName } from "../ports/store.ts";
import { CellSet } from "./cells/cell-set.ts";
import type { PendingEvent } from "./pending.ts";

/** The data in memory that one lock protects: waiting events, live cells, the host's data. */
export class Conversation {
  readonly key: ConversationKey;
  readonly cells = new CellSet();
  /** The host's data, built from its rows: dropped with the cells. */
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
  meet(revision: number): void {
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
