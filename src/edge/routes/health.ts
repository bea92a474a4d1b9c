import type { Registry } from "prom-client";
import type { Static } from "typebox";
import Type from "typebox";
import type { Limits } from "../../config/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LogHealth } from "../../ports/log.ts";
import type { PeersHealth } from "../../ports/peers-health.ts";
import type { StoreHealth } from "../../ports/store.ts";
import { acceptedEncodings } from "../answer/packing.ts";
import type { DiskWarning } from "../limits/disk-warnings.ts";
import { textOf } from "../openapi/media.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler } from "../server/router.ts";
import type { HttpServer } from "../server/server.ts";
import { addHealthMetrics } from "../telemetry/health-metrics.ts";
import { whyNotReady } from "../telemetry/readiness.ts";
import { addTrafficMetrics } from "../telemetry/traffic-metrics.ts";
import { createMetricsText } from "./metrics-text.ts";

export interface HealthParts {
  readonly clock: Clock;
  readonly limits: Pick<Limits, "metricsKeptMs">;
}

/** What the service stands on. */
export interface Health {
  readonly log: () => LogHealth;
  readonly store: () => StoreHealth;
  /** Absent where the process is alone on its store. */
  readonly peers?: () => PeersHealth;
  /** Floors that the disk comes near. */
  readonly diskWarnings: () => readonly DiskWarning[];
  /** Whether what this process knows may be older than what others have answered. */
  readonly isBehind: () => boolean;
}

const headers = ["Cache-Control", "no-store"];

/**
 * `/healthz`: the process lives. `/readyz`: it serves; 503 while starting or draining, while nothing can be stored, and while the
 * database or the other processes are not heard. A log that
 * cannot be written is told there, still with 200: messages are taken all the same. `/metrics`: for Prometheus.
 */
export function addHealthRoutes(server: HttpServer, registry: Registry, parts: Health & HealthParts): void {
  addTrafficMetrics(registry, server);
  addHealthMetrics(registry, parts);
  const readMetrics = createMetricsText(registry, parts.clock, parts.limits.metricsKeptMs);
  const alive: Handler = (exchange) => exchange.answer(200, { headers, body: '{"status":"ok"}' });
  const ready: Handler = (exchange) => {
    const failure = whyNotReady(parts);
    if (failure === null) exchange.answer(200, { headers, body: JSON.stringify(toReadiness(parts)) });
    else exchange.answerFailure(failure, headers);
  };
  server.route({ pattern: "/healthz", gate: "none", methods: { get: alive }, docs: { get: healthDoc } });
  server.route({ pattern: "/readyz", gate: "process", methods: { get: ready }, docs: { get: readinessDoc } });
  server.route({
    pattern: "/metrics",
    gate: "none",
    docs: { get: metricsDoc },
    methods: {
      async get(exchange) {
        const takesGzip = acceptedEncodings(exchange.header("accept-encoding")).includes("gzip");
        const { plain, gzip } = await readMetrics();
        // Without the usual `version` parameter, which names a format and looks like a version of ours.
        exchange.answer(200, {
          contentType: "text/plain; charset=utf-8",
          headers: [...headers, "Vary", "Accept-Encoding", ...(takesGzip ? ["Content-Encoding", "gzip"] : [])],
          body: takesGzip ? gzip : plain,
        });
      },
    },
  });
}

const forOperators = { tag: "Operations", access: "anyone" } as const;
const schema = Type.Object({ status: Type.Literal("ok") }, { additionalProperties: false });
const readinessSchema = Type.Object(
  {
    status: Type.Literal("ok"),
    log: Type.Optional(
      Type.Object(
        {
          failure: Type.String({ description: "The code of the system's error, such as `ENOSPC`." }),
          linesLost: Type.Integer({ minimum: 0, description: "Lines lost since the process started." }),
        },
        { additionalProperties: false, description: "There while the log cannot be written." },
      ),
    ),
    warnings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            limit: Type.String({ description: "The key of `limits`, such as `filesFreeBytesMin`." }),
            freeBytes: Type.Integer({ minimum: 0, description: "What the disk has left." }),
            floorBytes: Type.Integer({ minimum: 0, description: "With less left it refuses." }),
            isRefusing: Type.Boolean({ description: "Whether it does now." }),
          },
          { additionalProperties: false },
        ),
        { description: "There while the disk is near a floor; requests are served all the same." },
      ),
    ),
  },
  { additionalProperties: false },
);

function toReadiness({ log, diskWarnings }: Pick<Health, "log" | "diskWarnings">): Static<typeof readinessSchema> {
  const { failure, linesLost } = log();
  const warnings = [...diskWarnings()];
  return {
    status: "ok",
    ...(failure === null ? {} : { log: { failure, linesLost } }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

const healthDoc: OperationDoc = {
  ...forOperators,
  id: "getHealth",
  summary: "Whether the process lives.",
  answer: { status: 200, description: "It lives.", schema },
};
const readinessDoc: OperationDoc = {
  ...forOperators,
  id: "getReadiness",
  summary:
    "Whether requests are served; 503 while the service starts or shuts down, its disk or database takes nothing, or it has not heard the other processes for a while.",
  answer: { status: 200, description: "They are.", schema: readinessSchema },
};
const metricsDoc: OperationDoc = {
  ...forOperators,
  id: "getMetrics",
  summary: "Metrics in the text format of Prometheus.",
  answer: { status: 200, description: "The metrics.", media: textOf("text/plain") },
};
