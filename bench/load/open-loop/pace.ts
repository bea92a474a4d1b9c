import { setTimeout as delay } from "node:timers/promises";
import type { Arrivals } from "./arrivals.ts";

/** How far a load kept its schedule. */
export interface PaceReport {
  readonly begun: number;
  /** Begun as soon as there was room for them, which was not when they were due: none of the two below. */
  readonly waited: number;
  /** Begun later than that after they were due, with room for them: the load's own fault. */
  readonly lateBy1Ms: number;
  readonly lateBy10Ms: number;
  /** Were due and never begun. */
  readonly unbegun: number;
}

const tickMs = 1;

/** Begins what is due, all of a millisecond at once. */
export class Pace {
  readonly #arrivals: Arrivals;
  readonly #begin: (dueAtMs: number) => boolean;
  readonly #now: () => number;
  #isFull = false;
  #begun = 0;
  #waited = 0;
  #lateBy1Ms = 0;
  #lateBy10Ms = 0;
  #unbegun = 0;

  /** `begin` answers `false` where there is no room: it is asked again for the same one, with the next `catchUp`. */
  constructor(arrivals: Arrivals, begin: (dueAtMs: number) => boolean, now = () => performance.now()) {
    this.#arrivals = arrivals;
    this.#begin = begin;
    this.#now = now;
  }

  /** Resolves at this moment, or when the last one has begun. */
  async keepUntil(atMs: number): Promise<void> {
    for (;;) {
      this.catchUp();
      if (this.#now() >= atMs || this.#arrivals.dueAtMs === Number.POSITIVE_INFINITY) return;
      await delay(tickMs);
    }
  }

  /** For who has made room; whoever has time may ask as well. */
  catchUp(): void {
    const nowMs = this.#now();
    for (let { dueAtMs } = this.#arrivals; dueAtMs <= nowMs; { dueAtMs } = this.#arrivals) {
      if (!this.#begin(dueAtMs)) {
        this.#isFull = true;
        return;
      }
      this.#arrivals.advance();
      this.#begun += 1;
      if (this.#isFull) this.#waited += 1;
      else this.#noteLate(nowMs - dueAtMs);
    }
    this.#isFull = false;
  }

  /** Begins nothing more of what was due by that moment; tells of each. It may be asked later: there may be millions of them. */
  giveUp(atMs: number, note: (dueAtMs: number) => void): void {
    for (let { dueAtMs } = this.#arrivals; dueAtMs <= atMs; { dueAtMs } = this.#arrivals) {
      note(dueAtMs);
      this.#unbegun += 1;
      this.#arrivals.advance();
    }
  }

  report(): PaceReport {
    return {
      begun: this.#begun,
      waited: this.#waited,
      lateBy1Ms: this.#lateBy1Ms,
      lateBy10Ms: this.#lateBy10Ms,
      unbegun: this.#unbegun,
    };
  }

  #noteLate(lateMs: number): void {
    if (lateMs > 1) this.#lateBy1Ms += 1;
    if (lateMs > 10) this.#lateBy10Ms += 1;
  }
}
