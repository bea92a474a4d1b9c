import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../../../test/system/harness/random.ts";

export const arrivalKinds = ["even", "poisson"] as const;
/** Evenly spaced, or like the messages of many independent customers. */
export type ArrivalKind = (typeof arrivalKinds)[number];

export interface ArrivalOrder {
  readonly kind: ArrivalKind;
  /** A time of `performance.now()`. */
  readonly fromMs: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** For moments that are not evenly spaced: equal seeds give equal moments. */
  readonly seed?: number;
}

/** The moments when messages are due, regardless of earlier messages. */
export interface Arrivals {
  /** When the next message is due; infinite after the last one. */
  readonly dueAtMs: number;
  advance(): void;
}

export function createArrivals({ kind, fromMs, seconds, perSecond, seed = 0 }: ArrivalOrder): Arrivals {
  const untilMs = fromMs + seconds * 1000;
  const random = createRandom(seed);
  let count = 0;
  let dueAtMs = fromMs;
  return {
    get dueAtMs() {
      return dueAtMs < untilMs ? dueAtMs : Number.POSITIVE_INFINITY;
    },
    advance() {
      count += 1;
      // Evenly spaced moments count from the start, so that they do not drift. The gaps of a Poisson process are exponential.
      dueAtMs =
        kind === "even" ? fromMs + (count / perSecond) * 1000 : dueAtMs - (Math.log(1 - random()) / perSecond) * 1000;
    },
  };
}

/** How well a load kept its schedule. */
export interface PaceReport {
  readonly begun: number;
  /** Actions that began late because there was no room when they were due. They are not in the two counts below. */
  readonly waited: number;
  /** Actions that began this late although there was room: the load's own delay. */
  readonly lateBy1Ms: number;
  readonly lateBy10Ms: number;
  /** Actions that were due but never began. */
  readonly unbegun: number;
}

const tickMs = 1;

/** Begins due actions, all of one millisecond together. */
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

  /** `begin` returns `false` when there is no room. The next `catchUp` calls it again for the same action. */
  constructor(arrivals: Arrivals, begin: (dueAtMs: number) => boolean, now = () => performance.now()) {
    this.#arrivals = arrivals;
    this.#begin = begin;
    this.#now = now;
  }

  /** Resolves at this moment, or when the last action has begun. */
  async keepUntil(atMs: number): Promise<void> {
    for (;;) {
      this.catchUp();
      if (this.#now() >= atMs || this.#arrivals.dueAtMs === Number.POSITIVE_INFINITY) return;
      await delay(tickMs);
    }
  }

  /** Must be called when room was made. Further calls have no effect. */
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

  /**
   * Drops every action that was due by that moment, and calls `note` for each. There may be
   * millions of such actions, so this is a separate call.
   */
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
