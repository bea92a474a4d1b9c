/** Upper bounds of the buckets, the same for every duration: from one commit to the slowest attempt. */
export const durationBoundsMs = [
  0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

const bounds = Float64Array.from(durationBoundsMs);

/** Durations counted in buckets: plain numbers that exist from the start, so that a note costs a few nanoseconds. A scrape reads them. */
export class Durations {
  /** Not cumulative; the last bucket counts durations above every bound. */
  readonly counts = new Float64Array(bounds.length + 1);
  #sumMs = 0;

  get sumMs(): number {
    return this.#sumMs;
  }

  /** If the clock was set back in between, the duration counts as 0. */
  note(ms: number): void {
    const passedMs = ms > 0 ? ms : 0;
    let bucket = 0;
    while (passedMs > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.#sumMs += passedMs;
  }
}
