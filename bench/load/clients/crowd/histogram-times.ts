import type { RecordableHistogram } from "node:perf_hooks";
import type { Times } from "./crowd.types.ts";

/** Returns the times of recorded microseconds; NaN where nothing was recorded. */
export function timesOf(histogram: RecordableHistogram): Times {
  const { count } = histogram;
  const msOf = (us: number): number => (count === 0 ? Number.NaN : us / 1000);
  return {
    p50Ms: msOf(histogram.percentile(50)),
    p99Ms: msOf(histogram.percentile(99)),
    maxMs: msOf(histogram.max),
  };
}
