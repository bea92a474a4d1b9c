import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { DiskSpace } from "../../ports/disk-space.ts";
import type { DiskFloors } from "../limits/disk-floors.ts";
import type { Refusals } from "../limits/refusals.ts";

interface MeasuredBounds {
  readonly refusals: Refusals;
  readonly floors: DiskFloors;
  readonly disk?: DiskSpace | undefined;
}

/** Registers metrics of refusals by the bounds and of the free disk space; they are read only on a scrape. */
export function addBoundMetrics(registry: Registry, { refusals, floors, disk }: MeasuredBounds): void {
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
  const floorBytes = new Gauge({
    name: "parley_disk_floor_bytes",
    help: "With less left on the disk something is refused, by the key of limits that says what",
    labelNames: ["floor"],
    registers: [registry],
    collect() {
      floorBytes.reset();
      for (const floor of floors.show()) floorBytes.set({ floor: floor.name }, floor.floorBytes);
    },
  });
  const warnBytes = new Gauge({
    name: "parley_disk_warn_bytes",
    help: "With less left on the disk the log warns of that floor",
    labelNames: ["floor"],
    registers: [registry],
    collect() {
      warnBytes.reset();
      for (const floor of floors.show()) warnBytes.set({ floor: floor.name }, floor.warnBytes);
    },
  });
  show("parley_disk_bytes", "Size of the disk of the data folder", () => disk.latest?.totalBytes ?? Number.NaN);
}
