import type { ConversationKey } from "../../machines/ids.ts";
import type { Limits } from "../config/limits.ts";
import { momentMs, steadyClock } from "../core/clock.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { Durations } from "../core/telemetry/durations.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { Conversation } from "./conversation.ts";
import type { AnyEvent, PendingEvent, SoughtTarget, TurnOutcome } from "./pending.ts";

/** Runs and commits the mail of these conversations; returns how many events ended. */
export type RunTurns = (batch: readonly Conversation[]) => Promise<number>;

/** An event that is sent once, or until its turn is committed. */
type Letter<Event extends AnyEvent, Sought extends SoughtTarget> = Omit<PendingEvent<Event, Sought>, "done">;

/** Submits events to actors. */
export interface Post<Event extends AnyEvent = AnyEvent, Sought extends SoughtTarget = SoughtTarget> {
  /**
   * Submits an event. It waits in its conversation's mailbox; its `done` is called once, after the commit. When the mailbox or the
   * process is full, the event is refused with `overloaded`.
   */
  submit(pending: PendingEvent<Event, Sought>): void;
  send(letter: Letter<Event, Sought>): Promise<TurnOutcome>;
  /**
   * For internal events, which must not get lost while the process lives, because no caller would repeat them. The event is
   * submitted again until its turn is committed, or its actor is missing or parked. It also ends when `isWanted` returns
   * false: then a later look finds the remaining work.
   */
  untilDone(letter: Letter<Event, Sought>, isWanted?: () => boolean): Promise<void>;
}

export interface RegistryOptions {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly runTurns: RunTurns;
  /**
   * Other processes write to the store, too. A commit may then give its events back, because it missed a row or another process
   * holds the lock. Until the commit has ended, no later event of the conversation may run, because it would overtake them.
   */
  readonly isShared: boolean;
}

/** The delay before an internal event is submitted again after its commit failed. */
const retryMs = 1_000;

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
export class Registry implements Post {
  /** How long the first event of a mailbox waited for its turn. */
  readonly waits = new Durations();
  readonly #options: RegistryOptions;
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

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  submit(pending: PendingEvent): void {
    this.#submit(pending, true);
  }

  /** The same for an event that may not be refused: no caller would repeat it. */
  submitInternal(pending: PendingEvent): void {
    this.#submit(pending, false);
  }

  #submit(pending: PendingEvent, isBounded: boolean): void {
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

  send(letter: Omit<PendingEvent, "done">): Promise<TurnOutcome> {
    return new Promise((done) => this.#submit({ ...letter, done }, true));
  }

  async untilDone(letter: Omit<PendingEvent, "done">, isWanted = () => true): Promise<void> {
    const { clock, log } = this.#options;
    while (isWanted()) {
      const outcome = await new Promise<TurnOutcome>((done) => this.#submit({ ...letter, done }, false));
      if (outcome.ok) return;
      const { code, message } = outcome.failure;
      if (!outcome.canRetry) {
        log.error(
          { code, message, cause: letter.cause, event: letter.event.type },
          "an event was not delivered to its actor, and is not retried",
        );
        return;
      }
      await new Promise<void>((resolve) => {
        clock.wakeAt(clock.nowMs() + retryMs, resolve);
      });
    }
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
      conversation.mailCount >= this.#options.limits.mailboxDepthMax ||
      this.#pendingCount >= this.#options.limits.pendingEventsMax
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
    void this.#options.runTurns(batch).then((turns) => {
      this.#commitsRunning -= 1;
      this.#pendingCount -= turns;
      for (const conversation of batch) if (this.#held.delete(conversation)) this.#makeReady(conversation);
      this.#dropEmpty(batch);
      this.#settleIdle();
    });
    if (this.#ready.length > 0) this.#schedule();
    if (this.#conversations.size > this.#options.limits.conversationsInMemoryMax) this.#sweep();
  }

  #takeReady(): readonly Conversation[] {
    const batch: Conversation[] = [];
    const nowMs = momentMs();
    let events = 0;
    let taken = 0;
    for (const conversation of this.#ready) {
      if (events >= this.#options.limits.commitEventsMax) break;
      taken += 1;
      conversation.isReady = false;
      if (this.#options.isShared && conversation.commitsInFlight > 0) {
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
    const keep = Math.floor(this.#options.limits.conversationsInMemoryMax * (1 - sweepShare));
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
