import type { Clock, Wake } from "../../../ports/clock.ts";
import type { JournalLag } from "../../../ports/journal-meters.ts";
import type { KeyBytes } from "../../keys.ts";
import type { StoreLog } from "../store-log.ts";
import type { RowEnvironment } from "./row-environment.ts";
import type { deleted } from "./row-index.ts";
import { WaitingRows } from "./row-layer.ts";

export interface WriteBehindOptions {
  readonly environment: RowEnvironment;
  readonly log: StoreLog;
  readonly clock: Clock;
  readonly folder: string;
  /** How long rows wait before they are written. */
  readonly flushIntervalMs: number;
  /** Above this number of bytes, waiting rows are written at once. */
  readonly flushBytes: number;
  /** The limit for bytes of journal records in memory. */
  readonly heldBytesMax: number;
  readonly lastNumber: number;
  /** The rows of records up to the last one that are not in the environment yet. */
  readonly replayed: WaitingRows;
  /** Called when records up to this number are applied and on the disk. */
  onFlushed(recordNumber: number): void;
}

const retryMs = 500;
/** The pause between two rounds of rows. Without it the rows would delay writes of the journal, and commits with them. */
const pauseMs = 100;

/** The rows of durable commits that wait for the environment. They are newer than its rows. */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  #gathering: WaitingRows;
  #writing = new WaitingRows();
  #writingNumber: number;
  #lastNumber: number;
  #appliedNumber: number;
  #failure: Error | null = null;
  #timer: Wake | null = null;
  #running: Promise<void> | null = null;
  #roomWaiters: (() => void)[] = [];
  #isClosing = false;
  #endPause: () => void = () => undefined;

  constructor(options: WriteBehindOptions) {
    this.#options = options;
    this.#gathering = options.replayed;
    this.#lastNumber = options.lastNumber;
    this.#writingNumber = options.lastNumber;
    this.#appliedNumber = Math.min(options.environment.applied, options.lastNumber);
    if (this.size > 0) this.#scheduleGathered();
  }

  /** The reason why rows cannot be written now, or `null`. */
  get failure(): Error | null {
    return this.#failure;
  }

  get isFull(): boolean {
    return this.#heldBytes > this.#options.heldBytesMax;
  }

  /** The records that were absorbed and are not in the environment yet. */
  get lag(): JournalLag {
    return { records: this.#lastNumber - this.#appliedNumber, bytes: this.#heldBytes };
  }

  get size(): number {
    return this.#gathering.size + this.#writing.size;
  }

  /** The bytes are valid until the next turn of the event loop. */
  find(key: KeyBytes, hash: number): Buffer | typeof deleted | undefined {
    return this.#gathering.find(key, hash) ?? this.#writing.find(key, hash);
  }

  /** The waiting rows, newest layer first. */
  layers(): readonly WaitingRows[] {
    return [this.#gathering, this.#writing];
  }

  /** Adds the rows of a durable journal record. */
  absorb(payload: Uint8Array, byteLength: number, recordNumber: number): void {
    this.#gathering.add(payload, byteLength);
    this.#lastNumber = recordNumber;
    if (this.#isUrgent) this.#endPause();
    this.#scheduleGathered();
  }

  /** Calls the callback once when there may be space again. */
  whenRoom(callback: () => void): void {
    this.#roomWaiters.push(callback);
    this.#endPause();
    this.#schedule(0);
  }

  /** Writes all rows. If rows cannot be written now, the journal keeps them for the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#endPause();
    do {
      await this.#running;
      await this.#start();
    } while (this.size > 0 && this.#failure === null);
    if (this.#timer !== null) this.#timer.cancel();
  }

  get #heldBytes(): number {
    return this.#gathering.byteLength + this.#writing.byteLength;
  }

  get #hasTooMany(): boolean {
    return this.#gathering.byteLength > this.#options.flushBytes;
  }

  #scheduleGathered(): void {
    this.#schedule(this.#hasTooMany ? 0 : this.#options.flushIntervalMs);
  }

  #schedule(delayMs: number): void {
    if (this.#running !== null) return;
    if (this.#timer !== null) {
      if (delayMs > 0) return;
      this.#timer.cancel();
    }
    const { clock } = this.#options;
    this.#timer = clock.wakeAt(clock.nowMs() + delayMs, () => void this.#start());
  }

  #start(): Promise<void> {
    if (this.#timer !== null) this.#timer.cancel();
    this.#timer = null;
    this.#running ??= this.#write().finally(() => {
      this.#running = null;
      if (this.size > 0) {
        if (this.#failure !== null) this.#schedule(retryMs);
        else this.#scheduleGathered();
      }
      const waiters = this.#roomWaiters;
      this.#roomWaiters = [];
      for (const callback of waiters) callback();
    });
    return this.#running;
  }

  /** True when rows arrive faster than they are written, or when a caller waits for the write. */
  get #isUrgent(): boolean {
    return this.#isClosing || this.#roomWaiters.length > 0 || this.#hasTooMany;
  }

  async #pause(): Promise<void> {
    if (this.#isUrgent) return;
    const { clock } = this.#options;
    await new Promise<void>((resolve) => {
      const wake = clock.wakeAt(clock.nowMs() + pauseMs, resolve);
      this.#endPause = () => {
        wake.cancel();
        resolve();
      };
    });
    this.#endPause = () => undefined;
  }

  async #write(): Promise<void> {
    // Rows of a failed write are written before newer rows.
    if (this.#writing.size === 0) {
      [this.#writing, this.#gathering] = [this.#gathering, this.#writing];
      this.#writingNumber = this.#lastNumber;
    }
    if (this.#writing.size === 0) return;
    const { environment, log, folder, onFlushed } = this.#options;
    const recordNumber = this.#writingNumber;
    try {
      const pause = (): Promise<void> => this.#pause();
      await environment.apply(this.#writing, recordNumber, () => onFlushed(recordNumber), pause);
    } catch (error) {
      if (this.#failure === null) log.error({ err: error, folder }, "Rows cannot be written; the journal has them");
      this.#failure = error instanceof Error ? error : new Error(String(error));
      return;
    }
    if (this.#failure !== null) log.info({ folder }, "Rows are written again");
    this.#failure = null;
    this.#writing.clear();
    // Under load the memory of both is used again and again. Without load it is given back.
    if (this.size === 0) [this.#writing, this.#gathering] = [new WaitingRows(), new WaitingRows()];
    this.#appliedNumber = recordNumber;
  }
}
