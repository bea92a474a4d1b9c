import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";
import type { HttpServer } from "./server.ts";

/** Shows the server's plain counters; they are read only when somebody scrapes. */
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
  const show = (name: string, help: string, read: () => number): void => {
    const counter = new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  };
  show("parley_http_aborted_total", "Requests given up by the client", () => traffic.abortedRequests);
  show("parley_http_cut_off_total", "Requests that were not complete in time", () => traffic.cutOffRequests);
  show("parley_http_timed_out_total", "Requests that were not answered in time", () => traffic.timedOutRequests);
  const inHand: Gauge = new Gauge({
    name: "parley_http_in_hand",
    help: "Requests not answered yet",
    registers: [registry],
    collect() {
      inHand.set(server.inHand);
    },
  });
}
