import type { Bounds } from "./app-bounds.ts";
import type { AppParts } from "./app-parts.ts";
import type { Shares } from "./app-shares.ts";
import { createMetrics } from "./core/telemetry/metrics.ts";
import { addRuntimeMetrics } from "./domain/metrics.ts";
import type { Runtime } from "./domain/runtime.ts";
import { asyncApiRoute } from "./edge/asyncapi/asyncapi-route.ts";
import { openApiRoute } from "./edge/openapi/openapi-route.ts";
import { configSchemaRoute } from "./edge/routes/config-schema.ts";
import { addHealthRoutes } from "./edge/routes/health.ts";
import type { HttpServer } from "./edge/server/server.ts";
import { addBoundMetrics } from "./edge/telemetry/bound-metrics.ts";
import { addInspectMetrics } from "./inspect/inspect-metrics.ts";
import type { OpenInspector } from "./inspect/open-inspector.ts";
import type { WatchedStore } from "./store/watched-store.ts";

interface Watched extends Omit<AppParts, "store">, Pick<Shares, "isBehind">, Bounds {
  readonly store: WatchedStore;
}

/** What operators ask: health, metrics, the schemas. */
export function addOperations(server: HttpServer, runtime: Runtime, inspector: OpenInspector, watched: Watched): void {
  const { clock, config, logHealth: log, store, isBehind, diskWarnings, damagedRowsMet = () => 0 } = watched;
  const { peersHealth: peers } = watched;
  const metrics = createMetrics();
  addHealthRoutes(server, metrics, {
    ...{ clock, log, isBehind, limits: config.limits },
    store: () => store.health(),
    ...(peers === undefined ? {} : { peers }),
    diskWarnings: () => diskWarnings?.list() ?? [],
  });
  addRuntimeMetrics(metrics, runtime, damagedRowsMet);
  addInspectMetrics(metrics, inspector);
  addBoundMetrics(metrics, watched);
  server.route(configSchemaRoute());
  server.route(asyncApiRoute());
  server.route(openApiRoute(server.routes));
}
