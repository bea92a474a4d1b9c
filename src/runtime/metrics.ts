import type { Registry as MetricsRegistry } from "prom-client";
import { Gauge } from "prom-client";
import type { Runtime } from "./runtime.ts";

/** What an operator watches of the actor system; read when the metrics are asked for. */
export function addRuntimeMetrics(metrics: MetricsRegistry, runtime: Runtime): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("parley_actors_parked", "Actors that met too many defects in a row", () => runtime.defects.parked().length);
  gauge(
    "parley_conversations_in_memory",
    "Conversations kept in memory",
    () => runtime.registry.counts().conversations,
  );
  gauge(
    "parley_conversations_live",
    "Of them those whose actors stay live between turns",
    () => runtime.registry.counts().live,
  );
  gauge("parley_events_pending", "Events that wait for their commit", () => runtime.registry.counts().pending);
}
