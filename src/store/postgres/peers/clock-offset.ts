import type { ClockSample } from "./heartbeat.ts";

const samplesMax = 8;
/** How far two machines' clocks may drift apart: 200 parts in a million is a bad clock. */
const driftPerMs = 0.000_2;

interface Estimate {
  readonly offsetMs: number;
  /** The truth is no further away than this. */
  readonly errorMs: number;
  readonly atMs: number;
}

/** How far the database's clock is ahead of the machine's own, by the best of the last readings. */
export class ClockOffset {
  #samples: Estimate[] = [];

  /** Takes a reading; answers the best estimate now. */
  add({ sentAtMs, receivedAtMs, databaseMs }: ClockSample): number {
    const halfTripMs = Math.max(0, (receivedAtMs - sentAtMs) / 2);
    const newest = { offsetMs: databaseMs - sentAtMs - halfTripMs, errorMs: halfTripMs, atMs: receivedAtMs };
    const errorOf = ({ errorMs, atMs }: Estimate): number => errorMs + Math.abs(newest.atMs - atMs) * driftPerMs;
    // Where two cannot both be right, one of the clocks was set meanwhile: what was read before counts no more.
    const isAgreed = (one: Estimate): boolean =>
      Math.abs(one.offsetMs - newest.offsetMs) <= errorOf(one) + newest.errorMs + readingMs;
    this.#samples = [...this.#samples.filter(isAgreed), newest].slice(-samplesMax);
    let best: Estimate = newest;
    for (const sample of this.#samples) if (errorOf(sample) < errorOf(best)) best = sample;
    return best.offsetMs;
  }
}

/** The machine's own clock is read in whole milliseconds. */
const readingMs = 1;
