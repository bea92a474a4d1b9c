import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";

/** Counted as plain numbers, read on scrape. */
export interface InspectMeters {
  framesSent: number;
  watchersCut: number;
}

/** What an operator watches of those who watch. */
export function addInspectMetrics(
  metrics: Registry,
  inspector: { readonly meters: InspectMeters; readonly watchers: number },
): void {
  const registers = [metrics];
  new Gauge({
    name: "parley_inspect_watchers",
    help: "Inspectors that are connected",
    registers,
    collect() {
      this.set(inspector.watchers);
    },
  });
  const count = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  count("parley_inspect_frames_sent_total", "Frames sent to inspectors", () => inspector.meters.framesSent);
  count(
    "parley_inspect_watchers_cut_total",
    "Inspectors cut because they were too slow",
    () => inspector.meters.watchersCut,
  );
}
