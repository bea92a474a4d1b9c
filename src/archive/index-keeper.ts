import type { IndexState } from "../../workers/archive/archive.types.ts";
import { closedChatNumbers } from "../domain/chat/queries/chats-by-number.ts";
import { isRemembered, readQueuedChats, rememberIndex } from "../domain/chat/queries/queued-chats.ts";
import type { ArchiveIndex } from "../ports/archive-index.ts";
import { DamagedIndexError, IndexChangedError } from "../ports/archive-index.ts";
import type { Clock } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";
import { takeOlder, takeQueue } from "./archive-queue.ts";
import type { ClosedChatParts } from "./closed-chats.ts";

/** The interval for checking the queue. A search checks it at once. */
const lookEveryMs = 2_000;
const backoffMs = { first: 1_000, max: 60_000 };
const progressEveryMs = 10_000;
/** The lease by which one of several processes changes the index. Renewed before every batch. */
const lease = { name: "archive index", forMs: 10_000 };
/** While another process has the lease, this process checks at this interval. */
const othersAtWorkMs = 50;

export interface IndexKeeperParts extends ClosedChatParts {
  readonly index: ArchiveIndex;
  readonly clock: Clock;
  readonly peers: Pick<Peers, "isAlone" | "lease" | "release">;
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
  #toldAtMs = 0;
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
    else if (clock.nowMs() >= this.#toldAtMs + progressEveryMs) {
      this.#toldAtMs = clock.nowMs();
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
