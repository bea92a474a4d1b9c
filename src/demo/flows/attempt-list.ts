import type { FlowLog } from "../flow-log.ts";
import { inSeconds, nowMs } from "../time.ts";

const intervalMs = 3_000;
const seriesLength = 3;

/** The times at which the attempts of a series began, and whether the promised intervals are kept. */
export interface Intervals {
  readonly isKept: boolean;
  /** Milliseconds after the first attempt. */
  readonly begunMs: readonly number[];
  readonly cameMs: readonly number[];
}

/** The attempts that a receiver has got. On a busy machine, an attempt can arrive much later than it began. */
export class AttemptList {
  readonly #log: FlowLog;
  readonly #cameAtMs: number[] = [];
  readonly #messageIds = new Set<string>();

  constructor(log: FlowLog) {
    this.#log = log;
  }

  /** Records an attempt of the message with this id. Returns the result of `isTaken`: whether this attempt will be accepted. */
  add(messageId: string, isTaken: (count: number) => boolean): boolean {
    const atMs = nowMs();
    this.#cameAtMs.push(atMs);
    const offsetMs = atMs - this.#firstAtMs;
    this.#messageIds.add(messageId);
    const willTake = isTaken(this.count);
    const since = offsetMs === 0 ? "the first one" : `${inSeconds(offsetMs)} after the first one`;
    const next = this.count < seriesLength ? "; refused, the next one comes 3 s later" : "; refused";
    this.#log.note(`^ ${since}${willTake ? "" : next}`);
    return willTake;
  }

  get count(): number {
    return this.#cameAtMs.length;
  }

  /** Milliseconds after the first attempt. */
  get offsetsMs(): readonly number[] {
    return this.#cameAtMs.map((atMs) => atMs - this.#firstAtMs);
  }

  /**
   * Checks that no two of these attempts began closer to each other than the service promises. `begunAtMs` comes from the service.
   * The times must agree with the received attempts: the first attempt did not begin before it was requested, and no attempt
   * arrived before it began. An attempt that never arrived counts as made.
   */
  intervals(begunAtMs: readonly number[], askedAtMs: number): Intervals {
    const firstMs = begunAtMs[0] ?? Number.NaN;
    const areApart = begunAtMs.slice(1).every((atMs, index) => atMs - (begunAtMs[index] ?? Number.NaN) >= intervalMs);
    const areTrue = this.#cameAtMs
      .slice(0, begunAtMs.length)
      .every((cameAtMs, index) => cameAtMs >= (begunAtMs[index] ?? Number.NaN));
    return {
      isKept: firstMs >= askedAtMs && areApart && areTrue,
      begunMs: begunAtMs.map((atMs) => atMs - firstMs),
      cameMs: this.offsetsMs,
    };
  }

  get isOneMessage(): boolean {
    return this.#messageIds.size === 1;
  }

  get sinceFirstMs(): number {
    return nowMs() - this.#firstAtMs;
  }

  get #firstAtMs(): number {
    return this.#cameAtMs[0] ?? 0;
  }
}
