import type { ConversationKey } from "../../machines/ids.ts";
import type { Limits } from "../config/limits.ts";
import { momentMs, steadyClock } from "../core/clock.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { Durations } from "../core/telemetry/durations.ts";
import { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";

/** Runs and commits the mail of these conversations; returns how many events ended. */
export type RunTurns = (batch: readonly Conversation[]) => Promise<number>;

type RegistryLimits = Pick<
  Limits,
  "mailboxDepthMax" | "pendingEventsMax" | "commitEventsMax" | "conversationsInMemoryMax"
>;

/** A commit of another process takes some milliseconds; an earlier retry only slows it down. */
const lockedElsewhereMs = 25;

/** The share that is evicted at once when too many are in memory, so that sweeps are rare. */
const sweepShare = 0.1;

export interface RegistrySizes {
  /** Actors in memory. */
  readonly cells: number;
  /** How many conversations were evicted because there were too many. */
  readonly putAway: number;
  /** The number of mailboxes with waiting events, and of events in the fullest one. */
  readonly mailboxes: number;
  readonly deepest: number;
}

/** Every conversation in memory. Events of one tick of the event loop share a commit. */
export class Registry {
  /** How long the first event of a mailbox waited for its turn. */
  readonly waits = new Durations();
  readonly #limits: RegistryLimits;
  readonly #runTurns: RunTurns;
  readonly #isShared: boolean;
  readonly #conversations = new Map<ConversationKey, Conversation>();
  /** Each once; later ones are appended. */
  #ready: Conversation[] = [];
  /** Conversations that are ready, but still have a running commit. */
  readonly #held = new Set<Conversation>();
  /** Conversations that another process had locked a moment ago. */
  readonly #lockedElsewhere = new Set<Conversation>();
  readonly #idleWaiters: (() => void)[] = [];
  #pendingCount = 0;
  #commitsRunning = 0;
  #isScheduled = false;
  #putAway = 0;

  /**
   * `isShared`: other processes write to the store, too. A commit may then give its events back, because it missed a row or another
   * process holds the lock. Until the commit has ended, no later event of the conversation may run, because it would overtake them.
   */
  constructor(limits: RegistryLimits, runTurns: RunTurns, isShared = false) {
    this.#limits = limits;
    this.#isShared = isShared;
    this.#runTurns = runTurns;
  }

  /**
   * Submits an event. It waits in its conversation's mailbox; its `done` is called once, after the commit. An event
   * from outside (`isBounded`) is refused with `overloaded` when a mailbox or the process is full.
   */
  submit(pending: PendingEvent, isBounded: boolean): void {
    const conversation = this.#find(pending.target.conversation);
    if (isBounded && this.#isFull(conversation)) {
      const failure = { code: "overloaded", message: ERROR_MESSAGE.overloaded } as const;
      pending.done({ ok: false, failure, canRetry: true });
      return;
    }
    this.#pendingCount += 1;
    conversation.addMail(pending);
    this.#makeReady(conversation);
  }

  /** Puts events back in front of their mailbox. */
  putBack(conversation: Conversation, events: readonly PendingEvent[]): void {
    if (events.length === 0) return;
    conversation.putBack(events);
    this.#makeReady(conversation);
  }

  /** The same for a conversation that another process has locked: its events return after a short delay. */
  putBackLater(conversation: Conversation, events: readonly PendingEvent[]): void {
    conversation.putBack(events);
    // The other process does not follow this process's clock, so the wait uses the steady clock.
    this.#lockedElsewhere.add(conversation);
    steadyClock.wakeAt(steadyClock.nowMs() + lockedElsewhereMs, () => {
      this.#lockedElsewhere.delete(conversation);
      this.#makeReady(conversation);
    });
  }

  /** Drops a conversation's actors from memory when their rows changed without an event. They are reloaded. */
  forget(key: ConversationKey): void {
    this.#conversations.get(key)?.dropCells();
  }

  /** Resolves when no event waits and no commit runs. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#settleIdle();
    });
  }

  counts(): { readonly conversations: number; readonly pending: number } {
    return { conversations: this.#conversations.size, pending: this.#pendingCount };
  }

  /** Counts everything in memory; made for occasional calls. */
  sizes(): RegistrySizes {
    let cells = 0;
    for (const conversation of this.#conversations.values()) cells += conversation.cells.size;
    const waiting = new Set([...this.#ready, ...this.#held, ...this.#lockedElsewhere]);
    const depths = [...waiting].map(({ mailCount }) => mailCount).filter((depth) => depth > 0);
    return {
      cells,
      putAway: this.#putAway,
      mailboxes: depths.length,
      deepest: depths.reduce((most, depth) => Math.max(most, depth), 0),
    };
  }

  #find(key: ConversationKey): Conversation {
    let conversation = this.#conversations.get(key);
    if (conversation === undefined) {
      conversation = new Conversation(key);
      this.#conversations.set(key, conversation);
    }
    conversation.isRecent = true;
    return conversation;
  }

  #isFull(conversation: Conversation): boolean {
    return (
      conversation.mailCount >= this.#limits.mailboxDepthMax || this.#pendingCount >= this.#limits.pendingEventsMax
    );
  }

  #makeReady(conversation: Conversation): void {
    if (!conversation.isReady) {
      conversation.isReady = true;
      this.#ready.push(conversation);
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#tick());
  }

  #tick(): void {
    this.#isScheduled = false;
    const batch = this.#takeReady();
    if (batch.length === 0) return;
    this.#commitsRunning += 1;
    void this.#runTurns(batch).then((turns) => {
      this.#commitsRunning -= 1;
      this.#pendingCount -= turns;
      for (const conversation of batch) if (this.#held.delete(conversation)) this.#makeReady(conversation);
      this.#dropEmpty(batch);
      this.#settleIdle();
    });
    if (this.#ready.length > 0) this.#schedule();
    if (this.#conversations.size > this.#limits.conversationsInMemoryMax) this.#sweep();
  }

  #takeReady(): readonly Conversation[] {
    const batch: Conversation[] = [];
    const nowMs = momentMs();
    let events = 0;
    let taken = 0;
    for (const conversation of this.#ready) {
      if (events >= this.#limits.commitEventsMax) break;
      taken += 1;
      conversation.isReady = false;
      if (this.#isShared && conversation.commitsInFlight > 0) {
        this.#held.add(conversation);
        continue;
      }
      if (conversation.mailCount > 0) this.waits.note(nowMs - conversation.mailSinceMs);
      events += conversation.mailCount;
      batch.push(conversation);
    }
    this.#ready = taken === this.#ready.length ? [] : this.#ready.slice(taken);
    return batch;
  }

  /** A client without a chat has only a row. Visitors who only look at a page are the largest group. */
  #dropEmpty(batch: readonly Conversation[]): void {
    for (const conversation of batch) {
      if (conversation.cells.size > 0 || !conversation.isIdle) continue;
      this.#conversations.delete(conversation.key);
    }
  }

  /** Second chance: conversations that were not used since the last sweep are evicted first. */
  #sweep(): void {
    const keep = Math.floor(this.#limits.conversationsInMemoryMax * (1 - sweepShare));
    for (let round = 0; round < 2 && this.#conversations.size > keep; round += 1) {
      for (const conversation of this.#conversations.values()) {
        if (this.#conversations.size <= keep) break;
        if (!conversation.isIdle) continue;
        if (conversation.isRecent) conversation.isRecent = false;
        else {
          conversation.dropCells();
          this.#conversations.delete(conversation.key);
          this.#putAway += 1;
        }
      }
    }
  }

  #settleIdle(): void {
    if (this.#pendingCount > 0 || this.#commitsRunning > 0) return;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
