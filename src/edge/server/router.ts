import type { HttpRequest, HttpResponse, TemplatedApp } from "uWebSockets.js";
import { headersAt, packsAt } from "../answer/api-headers.ts";
import { packingFor } from "../answer/packing.ts";
import type { ExchangeHost } from "../http/exchange-host.ts";
import { HttpExchange } from "../http/http-exchange.ts";
import type { RouteTraffic } from "../telemetry/exchange-log.ts";
import { maskPath } from "../telemetry/exchange-log.ts";
import type { OperationDoc } from "./operation.ts";

/** Answers the exchange, now or later. `parameters` are the values of the pattern's `:names`, decoded, never empty. */
export type Handler = (exchange: HttpExchange, parameters: readonly string[]) => void | Promise<void>;

const routeMethods = ["get", "post", "put", "patch", "delete", "options"] as const;
export type RouteMethod = (typeof routeMethods)[number];

/**
 * The checks before a handler. `process`: 503 while starting or draining. `state`: also 503 while this process has not yet read the commits of
 * the other processes. `load`: also 502 while the service is over its limits. `none`: the handler receives every request.
 */
export type Gate = "none" | "process" | "state" | "load";

/** Answers a request that the gate refuses, and returns whether it did. */
export type GateKeeper = (exchange: HttpExchange, gate: Gate) => boolean;

export interface Route {
  /** `/chats/:id`; a last `*` matches the rest of the path. One trailing slash of the request is tolerated. */
  readonly pattern: string;
  /** HEAD is answered by `get`, without the body. */
  readonly methods: Readonly<Partial<Record<RouteMethod, Handler>>>;
  /** Handles every other method; if absent, they are answered 405 with `Allow`. */
  readonly otherMethods?: Handler;
  /** Its responses to GET contain secrets. They are not compressed, because the compressed length can reveal the content. */
  readonly answersSecrets?: true;
  /** `state` by default. */
  readonly gate?: Gate;
  /** The descriptions of its methods in `/openapi.json`. */
  readonly docs?: Readonly<Partial<Record<RouteMethod, OperationDoc>>>;
}

/** Registers the route. Values that are empty or badly encoded are answered 404. */
export function addRoute(app: TemplatedApp, host: ExchangeHost, isTurnedAway: GateKeeper, route: Route): void {
  const traffic = host.traffic.addRoute(route.pattern);
  const gate = route.gate ?? "state";
  const answerHeaders = headersAt(route.pattern);
  const packs = route.answersSecrets !== true && packsAt(route.pattern);
  const parameterCount = route.pattern.split("/").filter((segment) => segment.startsWith(":")).length;
  const serveBy =
    (handler: Handler, method?: string) =>
    (response: HttpResponse, request: HttpRequest): void => {
      const asked = new HttpExchange(host, traffic, response, request, method ?? request.getMethod());
      asked.answerHeaders = answerHeaders;
      if (packs && isReading(asked.method)) asked.packing = packingFor(asked.header("accept-encoding"));
      serve(asked, (exchange) => {
        if (isTurnedAway(exchange, gate)) return;
        const parameters = readParameters(request, parameterCount);
        return parameters === null ? exchange.answerCode("not_found") : handler(exchange, parameters);
      });
    };

  for (const pattern of spellings(route.pattern)) {
    const { get, post, put, patch, delete: remove, options } = route.methods;
    if (get) app.get(pattern, serveBy(get, "get")).head(pattern, serveBy(get, "head"));
    if (post) app.post(pattern, serveBy(post, "post"));
    if (put) app.put(pattern, serveBy(put, "put"));
    if (patch) app.patch(pattern, serveBy(patch, "patch"));
    if (remove) app.del(pattern, serveBy(remove, "delete"));
    if (options) app.options(pattern, serveBy(options, "options"));
    app.any(pattern, serveBy(route.otherMethods ?? refuseMethod(route)));
  }
}

/** Answers 404 at every address without a route. */
export function addFallback(app: TemplatedApp, host: ExchangeHost, isTurnedAway: GateKeeper): void {
  const traffic: RouteTraffic = host.traffic.addRoute("none");
  app.any("/*", (response, request) =>
    serve(new HttpExchange(host, traffic, response, request, request.getMethod()), (exchange) => {
      const path = exchange.path();
      exchange.maskedPath = maskPath(path);
      exchange.answerHeaders = headersAt(path);
      if (!isTurnedAway(exchange, "load")) exchange.answerCode("not_found");
    }),
  );
}

/** Runs a handler. An exception is answered 500 and is not thrown further. */
export function serve(exchange: HttpExchange, handle: (exchange: HttpExchange) => void | Promise<void>): void {
  try {
    if (exchange.hasAmbiguousBody) exchange.refuseAmbiguousBody();
    else if (!exchange.closeFlood()) {
      const running = handle(exchange);
      if (running !== undefined) running.catch((error: unknown) => exchange.answerDefect(error));
    }
  } catch (error) {
    exchange.answerDefect(error);
  }
  exchange.leaveHandler();
}

function refuseMethod(route: Route): Handler {
  const allow = allowedMethods(route);
  const message = `This address accepts only ${allow}.`;
  return (exchange) => exchange.answerFailure({ code: "method_not_allowed", message }, ["Allow", allow]);
}

const isReading = (method: string): boolean => method === "get" || method === "head";

function allowedMethods(route: Route): string {
  const named = routeMethods.filter((method) => route.methods[method] !== undefined);
  return named.map((method) => (method === "get" ? "GET, HEAD" : method.toUpperCase())).join(", ");
}

const spellings = (pattern: string): readonly string[] =>
  pattern.endsWith("/") || pattern.endsWith("*") ? [pattern] : [pattern, `${pattern}/`];

function readParameters(request: HttpRequest, count: number): readonly string[] | null {
  const parameters: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const raw = request.getParameter(index);
    if (raw === undefined || raw === "") return null;
    const value = raw.includes("%") ? decode(raw) : raw;
    if (value === null) return null;
    parameters.push(value);
  }
  return parameters;
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
