import { build } from "hdr-histogram-js";

/** NaN when nothing was recorded. */
export interface Percentiles {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly p9999Ms: number;
  readonly maxMs: number;
}

/** Times in an HdrHistogram of microseconds, exact to three digits, which grows with the longest time. */
export class Latencies {
  // Uses the JavaScript version, because the WebAssembly version would have to be loaded first. The cost of a value is small
  // beside the cost of a request.
  readonly #histogram = build({ numberOfSignificantValueDigits: 3 });

  note(tookMs: number): void {
    this.#histogram.recordValue(Math.max(0, Math.round(tookMs * 1000)));
  }

  /** Adds all recorded values of other histograms. */
  add(others: readonly Latencies[]): this {
    for (const other of others) this.#histogram.add(other.#histogram);
    return this;
  }

  percentiles(): Percentiles {
    return {
      p50Ms: this.#at(50),
      p90Ms: this.#at(90),
      p99Ms: this.#at(99),
      p999Ms: this.#at(99.9),
      p9999Ms: this.#at(99.99),
      maxMs: this.#at(100),
    };
  }

  /** The histogram returns the highest value of a bucket, but no recorded value was above its maximum. */
  #at(percentile: number): number {
    const { totalCount, maxValue } = this.#histogram;
    if (totalCount === 0) return Number.NaN;
    return Math.min(this.#histogram.getValueAtPercentile(percentile), maxValue) / 1000;
  }
}
