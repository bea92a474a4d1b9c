import type { ClockSample } from "./heartbeat.ts";

const samplesMax = 8;
/** The assumed drift between two clocks: 200 parts in a million is a bad clock. */
const driftPerMs = 0.000_2;

interface Estimate {
  readonly offsetMs: number;
  /** The maximum error of the offset. */
  readonly errorMs: number;
  readonly atMs: number;
}

/** Measures how far the clock of the database is ahead of the machine's clock, with the best of the last readings. */
export class ClockOffset {
  #samples: Estimate[] = [];

  /** Adds a reading. Returns the best estimate now. */
  add({ sentAtMs, receivedAtMs, databaseMs }: ClockSample): number {
    const halfTripMs = Math.max(0, (receivedAtMs - sentAtMs) / 2);
    const newest = { offsetMs: databaseMs - sentAtMs - halfTripMs, errorMs: halfTripMs, atMs: receivedAtMs };
    const errorOf = ({ errorMs, atMs }: Estimate): number => errorMs + Math.abs(newest.atMs - atMs) * driftPerMs;
    // When two readings contradict each other, a clock was set between them. Then the older reading is dropped.
    const isAgreed = (one: Estimate): boolean =>
      Math.abs(one.offsetMs - newest.offsetMs) <= errorOf(one) + newest.errorMs + readingMs;
    this.#samples = [...this.#samples.filter(isAgreed), newest].slice(-samplesMax);
    let best: Estimate = newest;
    for (const sample of this.#samples) if (errorOf(sample) < errorOf(best)) best = sample;
    return best.offsetMs;
  }
}

/** The clock of the machine has a resolution of 1 ms. */
const readingMs = 1;
