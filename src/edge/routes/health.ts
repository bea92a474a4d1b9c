import type { Registry } from "prom-client";
import Type from "typebox";
import type { OperationDoc } from "../operation.ts";
import type { Handler } from "../router.ts";
import type { HttpServer } from "../server.ts";
import { addTrafficMetrics } from "../traffic-metrics.ts";

/** `/healthz`: the process lives. `/readyz`: it serves, 503 while starting or draining. `/metrics`: for Prometheus. */
export function addHealthRoutes(server: HttpServer, registry: Registry): void {
  const alive = { headers: ["Cache-Control", "no-store"], body: '{"status":"ok"}' };
  addTrafficMetrics(registry, server);
  const get: Handler = (exchange) => exchange.answer(200, alive);
  server.route({ pattern: "/healthz", gate: "none", methods: { get }, docs: { get: healthDoc } });
  server.route({ pattern: "/readyz", methods: { get }, docs: { get: readinessDoc } });
  server.route({
    pattern: "/metrics",
    gate: "none",
    docs: { get: metricsDoc },
    methods: {
      async get(exchange) {
        const body = await registry.metrics();
        // Without the usual `version` parameter, which names a format and looks like a version of ours.
        exchange.answer(200, {
          contentType: "text/plain; charset=utf-8",
          headers: ["Cache-Control", "no-store"],
          body,
        });
      },
    },
  });
}

const forOperators = { tag: "Operations", access: "anyone" } as const;
const schema = Type.Object({ status: Type.Literal("ok") }, { additionalProperties: false });

const healthDoc: OperationDoc = {
  ...forOperators,
  id: "getHealth",
  summary: "Whether the process lives.",
  answer: { status: 200, description: "It lives.", schema },
};
const readinessDoc: OperationDoc = {
  ...forOperators,
  id: "getReadiness",
  summary: "Whether requests are served; 503 while the service starts or shuts down.",
  answer: { status: 200, description: "They are.", schema },
};
const metricsDoc: OperationDoc = {
  ...forOperators,
  id: "getMetrics",
  summary: "Metrics in the text format of Prometheus.",
  answer: { status: 200, description: "The metrics." },
};
