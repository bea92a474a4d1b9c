import type { Registry } from "prom-client";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { Health } from "../routes/health.ts";

/** Registers metrics of the log, the store and the other processes on the store. */
export function addHealthMetrics(registry: Registry, { log, store, peers }: Health): void {
  const { count, show } = readMetricsInto(registry);
  const showWhether = (name: string, help: string, read: () => boolean): void => {
    show(name, help, () => (read() ? 1 : 0));
  };
  showWhether("parley_log_failing", "1 while the log cannot be written", () => log().failure !== null);
  count("parley_log_failed_writes_total", "Writes of the log that failed", () => log().failedWrites);
  count("parley_log_lines_lost_total", "Lines lost because the log could not be written", () => log().linesLost);
  showWhether("parley_store_failing", "1 while the store takes no commits", () => store().failure !== null);
  count(
    "parley_store_failed_commits_total",
    "Commits that the disk or the database did not take",
    () => store().failedCommits,
  );
  if (peers === undefined) return;
  show("parley_nodes", "Processes that serve on the same store, this one included", () => peers().living);
  showWhether("parley_peers_heard", "1 while what the other processes tell is heard", () => peers().isHearing);
  show(
    "parley_database_silent_seconds",
    "How long the database has not answered, asked each second",
    () => peers().sinceBeatMs / 1_000,
  );
}
