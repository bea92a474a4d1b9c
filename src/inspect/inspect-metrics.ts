import type { Registry } from "prom-client";
import { readMetricsInto } from "../core/telemetry/metrics.ts";

/** Plain counters, which are read on a scrape. */
export interface InspectMeters {
  framesSent: number;
  watchersCut: number;
}

/** Counters about other nodes. */
export interface NodeMeters {
  /** The number of nodes with watchers. */
  readonly watchingNodes: number;
  readonly meters: { readonly stepsSent: number; readonly stepsNotSent: number; readonly stepsHeard: number };
}

/** Adds the operator's metrics about watchers. */
export function addInspectMetrics(
  metrics: Registry,
  inspector: { readonly meters: InspectMeters; readonly watchers: number; readonly nodes: NodeMeters | null },
): void {
  const { count, show } = readMetricsInto(metrics);
  show("parley_inspect_watchers", "Inspectors that are connected", () => inspector.watchers);
  count("parley_inspect_frames_sent_total", "Frames sent to inspectors", () => inspector.meters.framesSent);
  count(
    "parley_inspect_watchers_cut_total",
    "Inspectors cut because they were too slow",
    () => inspector.meters.watchersCut,
  );
  const { nodes } = inspector;
  if (nodes === null) return;
  const { meters } = nodes;
  show(
    "parley_inspect_watching_nodes",
    "Other nodes where inspectors watch this one's actors",
    () => nodes.watchingNodes,
  );
  count("parley_inspect_steps_told_total", "Steps told to other nodes, where they are watched", () => meters.stepsSent);
  count(
    "parley_inspect_steps_not_told_total",
    "Steps watched on other nodes and not told, because they were too many",
    () => meters.stepsNotSent,
  );
  count("parley_inspect_steps_heard_total", "Steps of other nodes that this one was told", () => meters.stepsHeard);
}
