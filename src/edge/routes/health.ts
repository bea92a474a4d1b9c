import type { Registry } from "prom-client";
import type { HttpServer } from "../server.ts";
import { addTrafficMetrics } from "../traffic-metrics.ts";

/** `/healthz`: the process lives. `/readyz`: it serves, 503 while starting or draining. `/metrics`: for Prometheus. */
export function addHealthRoutes(server: HttpServer, registry: Registry): void {
  const alive = { headers: ["Cache-Control", "no-store"], body: '{"status":"ok"}' };
  addTrafficMetrics(registry, server);
  server.route({ pattern: "/healthz", gate: "none", methods: { get: (exchange) => exchange.answer(200, alive) } });
  server.route({ pattern: "/readyz", methods: { get: (exchange) => exchange.answer(200, alive) } });
  server.route({
    pattern: "/metrics",
    gate: "none",
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
