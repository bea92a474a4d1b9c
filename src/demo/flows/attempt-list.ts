import { inSeconds, nowMs } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";

const intervalMs = 3_000;
const seriesLength = 3;

/** When the attempts of a series began, and whether that can be. */
export interface Intervals {
  readonly isKept: boolean;
  /** Milliseconds after the first one. */
  readonly begunMs: readonly number[];
  readonly cameMs: readonly number[];
}

/** Attempts as whoever they are made at sees them come: how much later than they began, a busy machine decides. */
export class AttemptList {
  readonly #log: FlowLog;
  readonly #cameAtMs: number[] = [];
  readonly #messageIds = new Set<string>();

  constructor(log: FlowLog) {
    this.#log = log;
  }

  /** Notes one more of the message with this id, as `isTaken` will answer it; answers that. */
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

  /** Milliseconds after the first one. */
  get offsetsMs(): readonly number[] {
    return this.#cameAtMs.map((atMs) => atMs - this.#firstAtMs);
  }

  /**
   * Whether no two of these attempts began closer to each other than the service promises. `begunAtMs` is the service's word, which has to fit what was
   * seen: the first one was not begun before anybody asked for it, and none came before it was begun. One that never came counts as made.
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
