import type { Registry } from "prom-client";
import { Gauge } from "prom-client";
import type { DurationSeries } from "../../core/telemetry/duration-metrics.ts";
import { readDurationsInto } from "../../core/telemetry/duration-metrics.ts";
import type { Durations } from "../../core/telemetry/durations.ts";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { JournalMeters } from "../../ports/journal-meters.ts";
import type { Spans } from "../../ports/spans.ts";

/** Counters that the components of the service keep. */
export interface ServiceMeters {
  readonly commits: Durations;
  /** Absent if a database keeps the journal. */
  readonly journal?: JournalMeters | undefined;
  /** The waiting times for a worker thread, by task. */
  readonly workerWaits?: readonly DurationSeries[];
  /** Live sockets, by their kind. */
  readonly sockets: Readonly<Record<string, () => number>>;
  /** Labels of the build. */
  readonly build: Readonly<Record<string, string>>;
  /** Counts of trace spans by outcome; absent when traces are off. */
  readonly spans?: Spans | undefined;
  /** The expiry of the current certificate, unix milliseconds; `null` without TLS. */
  readonly certificateEndsAtMs: () => number | null;
}

/** The metrics are read only on a scrape. */
export function addServiceMetrics(registry: Registry, meters: ServiceMeters): void {
  const { show } = readMetricsInto(registry);
  readDurationsInto(registry, "parley_commit_seconds", "From a commit to its being durable", () => [
    { labels: {}, durations: meters.commits },
  ]);
  if (meters.journal !== undefined) addJournalMetrics(registry, meters.journal);
  const { workerWaits } = meters;
  if (workerWaits !== undefined)
    readDurationsInto(registry, "parley_worker_wait_seconds", "How long work waited for a thread", () => workerWaits);
  const sockets = new Gauge({
    name: "parley_sockets",
    help: "Live sockets, by their kind",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(meters.sockets)) sockets.set({ kind }, count());
    },
  });
  const build = new Gauge({
    name: "parley_build_info",
    help: "1; the labels say what the service is made of",
    labelNames: Object.keys(meters.build),
    registers: [registry],
  });
  build.set({ ...meters.build }, 1);
  if (meters.spans !== undefined) addSpanMetrics(registry, meters.spans);
  const { certificateEndsAtMs } = meters;
  // TLS does not change during the life of the process.
  if (certificateEndsAtMs() !== null)
    show(
      "parley_tls_certificate_expires_at_seconds",
      "When the certificate that is served ends, in unix seconds",
      () => (certificateEndsAtMs() ?? Number.NaN) / 1_000,
    );
}

function addSpanMetrics(registry: Registry, spans: Spans): void {
  const { count } = readMetricsInto(registry);
  count("parley_spans_exported_total", "Spans that the collector of traces took", () => spans.counts.exported);
  count("parley_spans_dropped_total", "Spans that found no room while it was slow or away", () => spans.counts.dropped);
  count("parley_spans_failed_total", "Spans that were sent and that it did not take", () => spans.counts.failed);
}

function addJournalMetrics(registry: Registry, journal: JournalMeters): void {
  const { show } = readMetricsInto(registry);
  readDurationsInto(registry, "parley_journal_write_seconds", "From a journal record to its being on the disk", () => [
    { labels: {}, durations: journal.writes },
  ]);
  show("parley_journal_lag_records", "Journal records whose rows are not written yet", () => journal.lag.records);
  show("parley_journal_lag_bytes", "Bytes of those records", () => journal.lag.bytes);
}
