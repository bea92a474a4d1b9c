import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry with the metrics of the process. Nothing in it tells a version number. Source: VER-01. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric("nodejs_version_info");
  return registry;
}
