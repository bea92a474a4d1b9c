/** Upper bounds of the buckets, the same for everything that is timed: from what one commit takes to what the slowest attempt may. */
export const durationBoundsMs = [
  0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

const bounds = Float64Array.from(durationBoundsMs);

/**
 * How long something took, counted in buckets: plain numbers that are there from the beginning, so that to note one costs a few
 * nanoseconds. Whoever scrapes reads them.
 */
export class Durations {
  /** Each bucket by itself; the last one is for what is longer than every bound. */
  readonly counts = new Float64Array(bounds.length + 1);
  #sumMs = 0;

  get sumMs(): number {
    return this.#sumMs;
  }

  /** A clock that was set back meanwhile makes it 0. */
  note(ms: number): void {
    const passedMs = ms > 0 ? ms : 0;
    let bucket = 0;
    while (passedMs > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.#sumMs += passedMs;
  }
}
