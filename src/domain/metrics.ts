import type { Registry as MetricsRegistry } from "prom-client";
import { readMetricsInto } from "../core/telemetry/metrics.ts";
import type { Runtime } from "./runtime.ts";

/** What an operator watches of the actor system; read when the metrics are asked for. */
export function addRuntimeMetrics(metrics: MetricsRegistry, runtime: Runtime, damagedRowsMet: () => number): void {
  const { count, show } = readMetricsInto(metrics);
  show("parley_actors_parked", "Actors that met too many defects in a row", () => runtime.defects.parked().length);
  show("parley_conversations_in_memory", "Conversations kept in memory", () => runtime.registry.counts().conversations);
  show("parley_events_pending", "Events that wait for their commit", () => runtime.registry.counts().pending);
  const { counts } = runtime.lanes;
  count(
    "parley_lanes_woken_total",
    "Lanes that stood still and were set going again: 0 unless there is a defect",
    () => counts.woken,
  );
  count(
    "parley_deliveries_lost_total",
    "Deliveries that nothing led to any more and that were failed: 0 unless there is a defect",
    () => counts.lost,
  );
  count(
    "parley_store_damaged_rows_total",
    "How often a stored row was met that a disk has damaged; the log names it",
    damagedRowsMet,
  );
}
