import type { Registry } from "prom-client";
import { Counter } from "prom-client";
import { readDurationsInto } from "../../core/telemetry/duration-metrics.ts";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { HttpServer } from "../server/server.ts";

/** Registers metrics for the server's counters; they are read only on a scrape. */
export function addTrafficMetrics(registry: Registry, server: Pick<HttpServer, "traffic" | "inHand">): void {
  const { traffic } = server;
  const requests = new Counter({
    name: "parley_http_requests_total",
    help: "Answered requests by route and status",
    labelNames: ["route", "status"],
    registers: [registry],
    collect() {
      requests.reset();
      for (const { pattern, answers } of traffic.routes) {
        for (const [status, count] of answers) requests.inc({ route: pattern, status: String(status) }, count);
      }
    },
  });
  readDurationsInto(registry, "parley_http_answer_seconds", "From a request to its answer, by route", () =>
    traffic.routes
      .filter(({ answers }) => answers.size > 0)
      .map(({ pattern, durations }) => ({ labels: { route: pattern }, durations })),
  );
  const { count, show } = readMetricsInto(registry);
  count("parley_http_aborted_total", "Requests given up by the client", () => traffic.abortedRequests);
  count("parley_http_cut_off_total", "Requests that were not complete in time", () => traffic.cutOffRequests);
  count("parley_http_timed_out_total", "Requests that were not answered in time", () => traffic.timedOutRequests);
  count(
    "parley_http_untaken_total",
    "Answers whose connection was closed because the client did not take them",
    () => traffic.untakenAnswers,
  );
  count(
    "parley_http_unbounded_total",
    "Connections closed because their address was sent very many answers without a body",
    () => traffic.unboundedAnswers,
  );
  count(
    "parley_http_floods_total",
    "Connections closed because their client sent very many requests without waiting for answers",
    () => traffic.floods,
  );
  count(
    "parley_http_log_lines_left_out_total",
    "Log lines about refused requests that were left out",
    () => traffic.linesLeftOut,
  );
  show("parley_http_in_hand", "Requests not answered yet", () => server.inHand);
}
