import type { ConversationKey } from "../../machines/ids.ts";
import { momentMs } from "../core/clock.ts";
import type { RowName } from "../ports/store.ts";
import { CellSet } from "./cells/cell-set.ts";
import type { PendingEvent } from "./pending.ts";

/** What one lock covers, as far as it is in memory: waiting events, live cells, what the host keeps. */
export class Conversation {
  readonly key: ConversationKey;
  readonly cells = new CellSet();
  /** The host's own, from its rows: forgotten with the cells. */
  kept: object | null = null;
  /** Commits that hold rows of this conversation and are not durable yet. */
  commitsInFlight = 0;
  /** The stored revision of which everything in memory is; 0 when nothing is known of it. Of a store of one process it stays 0. */
  storedRevision = 0;
  /** What a turn missed: the next commit names it. */
  missed: Missed = nothingMissed;
  /** Used since the last sweep looked. */
  isRecent = true;
  /** It waits for its turn; the registry's. */
  isReady = false;
  /** Since when the mailbox was not empty, by the clock of the metrics. */
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

  /** Before all others. */
  putBack(events: readonly PendingEvent[]): void {
    this.#mailbox = [...events, ...this.#mailbox];
  }

  takeMail(): readonly PendingEvent[] {
    const mail = this.#mailbox;
    this.#mailbox = noMail;
    return mail;
  }

  /** Forgets what is of another revision than the stored one. */
  meet(revision: number): void {
    if (this.storedRevision === revision) return;
    this.dropCells();
    this.storedRevision = revision;
  }

  /** Forgets everything that can be read again. */
  dropCells(): void {
    this.cells.clear();
    this.kept = null;
    this.storedRevision = 0;
  }
}

/** Rows that a turn read and nobody had loaded, and counters of which it drew more numbers than were said. */
export interface Missed {
  readonly rows: readonly RowName[];
  readonly counters: readonly string[];
}

/** Shared: a store of one process has all of its rows at hand. */
export const nothingMissed: Missed = { rows: [], counters: [] };

/** Shared and never written to: most conversations wait for nothing. */
const noMail: PendingEvent[] = [];
