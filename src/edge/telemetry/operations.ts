import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { Counter } from "prom-client";
import type { Limits } from "../../config/limits.ts";
import { readDurationsInto } from "../../core/telemetry/duration-metrics.ts";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Health } from "../routes/health.ts";
import { healthRoutes } from "../routes/health.ts";
import { createMetricsText, metricsRoute } from "../routes/metrics.ts";
import { ListenError } from "../server/listen.ts";
import type { HttpServer, HttpServerOptions } from "../server/server.ts";
import { createHttpServer } from "../server/server.ts";

/** The address of the metrics, and the token for reading them. */
export interface MetricsPlace {
  /** A separate address; `null`: the service's address. */
  readonly address: Address | null;
  /** `null`: anyone may read the metrics. A secret. */
  readonly token: string | null;
}

export interface OperationParts extends Health {
  readonly clock: Clock;
  /** The address of the service. */
  readonly address: Address;
  readonly limits: HttpServerOptions["limits"] & Pick<Limits, "metricsKeptMs">;
  readonly metrics: MetricsPlace;
  readonly serverLog: Logger;
}

/** The addresses of the service. */
export interface OperationsServer {
  /**
   * Binds the service's address, then the address of the metrics. Resolves with the service's address. Rejects with
   * `ListenError`.
   */
  listen(): Promise<Address>;
  /** Closes the separate address of the metrics. Must be called last, because the metrics show how the service stops. */
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Adds `/healthz`, `/readyz` and `/metrics` to the server. If the metrics have a separate address, the server has no `/metrics`,
 * and that address has all three.
 */
export function addOperationRoutes(server: HttpServer, registry: Registry, parts: OperationParts): OperationsServer {
  addTrafficMetrics(registry, server);
  addHealthMetrics(registry, parts);
  const { address: service } = parts;
  const { address, token } = parts.metrics;
  const read = createMetricsText(registry, parts.clock, parts.limits.metricsKeptMs);
  const metrics = metricsRoute(read, token);
  const listen = (): Promise<Address> => server.listen(service.host, service.port);
  for (const route of healthRoutes(parts)) server.route(route);
  if (address === null) {
    server.route(metrics);
    return { listen, close: async () => undefined };
  }
  const { clock, limits, serverLog: log } = parts;
  const own = createHttpServer({ clock, limits, log });
  for (const route of [...healthRoutes(parts, () => server.state === "serving"), metrics]) own.route(route);
  return {
    async listen() {
      const listening = await listen();
      const { host, port } = await own.listen(address.host, address.port).catch(tellWhose);
      own.startServing();
      log.info({ host, port }, "metrics are served at their own address");
      return listening;
    },
    close: () => own.drain(),
  };
}

function tellWhose(error: unknown): never {
  throw error instanceof ListenError ? new ListenError(`metrics: ${error.message}`) : error;
}

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

/** Registers metrics for the server's counters; they are read only on a scrape. */
function addTrafficMetrics(registry: Registry, server: HttpServer): void {
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
