import type { Registry } from "prom-client";
import { Counter } from "prom-client";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { DiskSpace } from "../../ports/disk-space.ts";
import type { Refusals } from "../limits/refusals.ts";

/** Shows what the bounds refused, and what the disk has left; read only when somebody scrapes. */
export function addBoundMetrics(registry: Registry, refusals: Refusals, disk?: Pick<DiskSpace, "latest">): void {
  const refused = new Counter({
    name: "parley_quota_refusals_total",
    help: "What visitors and customers were refused, by the key of limits that says why",
    labelNames: ["limit"],
    registers: [registry],
    collect() {
      refused.reset();
      for (const [limit, count] of refusals.counts) refused.inc({ limit }, count);
    },
  });
  if (disk === undefined) return;
  const { show } = readMetricsInto(registry);
  show(
    "parley_disk_free_bytes",
    "Bytes left on the disk of the data folder",
    () => disk.latest?.freeBytes ?? Number.NaN,
  );
  show("parley_disk_bytes", "Size of the disk of the data folder", () => disk.latest?.totalBytes ?? Number.NaN);
}
