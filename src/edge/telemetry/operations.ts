import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Limits } from "../../config/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Health } from "../routes/health.ts";
import { healthRoutes } from "../routes/health.ts";
import { metricsRoute } from "../routes/metrics.ts";
import { createMetricsText } from "../routes/metrics-text.ts";
import { ListenError } from "../server/listen.ts";
import type { HttpServer, HttpServerOptions } from "../server/server.ts";
import { createHttpServer } from "../server/server.ts";
import { addHealthMetrics } from "./health-metrics.ts";
import { addTrafficMetrics } from "./traffic-metrics.ts";

/** Where and for whom metrics are shown. */
export interface MetricsPlace {
  /** A separate address; `null`: the service's address. */
  readonly address: Address | null;
  /** `null`: anyone may read the metrics. A secret. */
  readonly token: string | null;
}

export interface OperationParts extends Health {
  readonly clock: Clock;
  /** The service's. */
  readonly address: Address;
  readonly limits: HttpServerOptions["limits"] & Pick<Limits, "metricsKeptMs">;
  readonly metrics: MetricsPlace;
  readonly serverLog: Logger;
}

/** The addresses of the service. */
export interface OperationsServer {
  /** Binds the service's address, then that of the metrics. Resolves with the first. Rejects with `ListenError`. */
  listen(): Promise<Address>;
  /** Closes the separate address of the metrics. Must be called last, because the metrics show how the service ends. */
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Adds `/healthz`, `/readyz` and `/metrics` to the server. When the metrics have a separate address, the server has no `/metrics`, and that
 * address has all three.
 */
export function addOperationRoutes(server: HttpServer, registry: Registry, parts: OperationParts): OperationsServer {
  addTrafficMetrics(registry, server);
  addHealthMetrics(registry, parts);
  const { address: service } = parts;
  const { address, token } = parts.metrics;
  const read = createMetricsText(registry, parts.clock, parts.limits.metricsKeptMs);
  const metrics = metricsRoute({ read, token });
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
