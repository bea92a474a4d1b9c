import type { Metric, Registry } from "prom-client";
import type { Durations } from "./durations.ts";
import { durationBoundsMs } from "./durations.ts";

/** Durations under one name, separated by labels. Label values are few and known: no label value is text from outside. */
export interface DurationSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly durations: Durations;
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const secondsOf = (ms: number): number => ms / 1_000;
const bounds = [...durationBoundsMs.map((ms) => String(secondsOf(ms))), "+Inf"];

/** Shows durations that are counted elsewhere as a histogram in seconds; they are read only at a scrape. */
export function readDurationsInto(
  registry: Registry,
  name: string,
  help: string,
  read: () => Iterable<DurationSeries>,
): void {
  const histogram = {
    name,
    get: async () => ({
      name,
      help,
      type: "histogram",
      values: [...read()].flatMap((series) => samplesOf(name, series)),
    }),
  };
  // The library's histogram only accepts single observations; the registry needs no more of a metric than this.
  registry.registerMetric(histogram as unknown as Metric);
}

/** Buckets are cumulative: each includes all shorter durations. */
function samplesOf(name: string, { labels, durations }: DurationSeries): readonly Sample[] {
  let count = 0;
  const buckets = bounds.map((le, bucket): Sample => {
    count += durations.counts[bucket] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: secondsOf(durations.sumMs) },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
