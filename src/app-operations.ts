import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Bounds } from "./app-bounds.ts";
import type { AddedInspector } from "./app-inspector.ts";
import type { AppParts } from "./app-parts.ts";
import type { Shares } from "./app-shares.ts";
import type { Config } from "./config/config.types.ts";
import { createMetrics } from "./core/telemetry/metrics.ts";
import type { Runtime } from "./domain/runtime.ts";
import { addRuntimeMetrics } from "./domain/telemetry/runtime-metrics.ts";
import { asyncApiRoute } from "./edge/asyncapi/asyncapi-route.ts";
import { openApiRoute } from "./edge/openapi/openapi-route.ts";
import { configSchemaRoute } from "./edge/routes/config-schema.ts";
import type { HttpServer } from "./edge/server/server.ts";
import { addBoundMetrics } from "./edge/telemetry/bound-metrics.ts";
import type { OperationsServer } from "./edge/telemetry/operations.ts";
import { addOperationRoutes } from "./edge/telemetry/operations.ts";
import { addServiceMetrics } from "./edge/telemetry/service-metrics.ts";
import { addInspectMetrics } from "./inspect/inspect-metrics.ts";
import type { WatchedStore } from "./store/watched-store.ts";

interface Watched extends Omit<AppParts, "store">, Pick<Shares, "isBehind">, Bounds {
  readonly desk: HasSockets;
  readonly visitors: HasSockets;
  readonly inspect: AddedInspector;
  readonly store: WatchedStore;
  readonly publicUrl: () => string;
}

interface HasSockets {
  socketCount(): number;
}

/** Adds the routes for operators: health, metrics and the schemas. Returns the server at the metrics' own address. */
export function addOperations(server: HttpServer, runtime: Runtime, watched: Watched): OperationsServer {
  const { clock, config, logHealth: log, log: serverLog, store, isBehind, diskWarnings } = watched;
  const { desk, visitors, inspect } = watched;
  const { peersHealth: peers, damagedRowsMet = () => 0 } = watched;
  const { limits, metrics: place } = config;
  const metrics = createMetrics();
  const operations = addOperationRoutes(server, metrics, {
    ...{ address: config, clock, log, serverLog, isBehind, limits, metrics: place },
    store: () => store.health(),
    ...(peers === undefined ? {} : { peers }),
    diskWarnings: () => diskWarnings?.list() ?? [],
  });
  addRuntimeMetrics(metrics, runtime, damagedRowsMet);
  addInspectMetrics(metrics, inspect.inspector);
  addBoundMetrics(metrics, watched);
  addServiceMetrics(metrics, {
    ...watched,
    commits: store.commits,
    sockets: { desk: desk.socketCount, visitor: visitors.socketCount, inspect: inspect.socketCount },
    build: buildOf(config),
    certificateEndsAtMs: createCertificateEnd(config),
  });
  server.route(configSchemaRoute());
  server.route(asyncApiRoute(watched.publicUrl));
  server.route(openApiRoute(server.routes));
  return operations;
}

/** Only operators may see the version of the runtime, so it is shown only where the metrics are private. Source: VER-01. */
function buildOf({ store, tls, metrics: { address, token } }: Config): Readonly<Record<string, string>> {
  const isGuarded = address !== null || token !== null;
  const [node = ""] = process.versions.node.split(".");
  return { store: store.kind, tls: String(tls !== null), ...(isGuarded && { node }) };
}

/** The paths of the file as it was read last. A reload replaces the object that holds them. */
function createCertificateEnd(config: Config): () => number | null {
  let read: { readonly tls: Config["tls"]; readonly endsAtMs: number | null } | null = null;
  return () => {
    const { tls } = config;
    if (read?.tls !== tls)
      read = {
        tls,
        endsAtMs: tls === null ? null : Date.parse(new X509Certificate(readFileSync(tls.certFile)).validTo),
      };
    return read?.endsAtMs ?? null;
  };
}
