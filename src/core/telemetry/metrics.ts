import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** A registry with the metrics of the process. No metric shows a version number. Source: VER-01. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric("nodejs_version_info");
  return registry;
}

export interface ReadMetrics {
  /** A value that only grows. */
  count(name: string, help: string, read: () => number): void;
  /** A value that rises and falls. */
  show(name: string, help: string, read: () => number): void;
}

/** Metrics that are kept elsewhere as plain numbers and read only at a scrape. */
export const readMetricsInto = (registry: Registry): ReadMetrics => ({
  count(name, help, read) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  },
  show(name, help, read) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  },
});
