import type { us_listen_socket } from "uWebSockets.js";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Limits } from "../../config/limits.ts";
import { assert } from "../../core/result.ts";
import { createLineLog, withoutRedaction } from "../../core/telemetry/log.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Spans } from "../../ports/spans.ts";
import type { HeldAnswerLimits } from "../answer/held-answers.ts";
import { HeldAnswers } from "../answer/held-answers.ts";
import { BlockPool } from "../body/body-stream.ts";
import { createClientAddress } from "../http/client-address.ts";
import type { ExchangeHost } from "../http/exchange-host.ts";
import { ExchangeWatch } from "../http/exchange-watch.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { TurnShare } from "../limits/turn-share.ts";
import type { RefusalLogLimits, Traffic } from "../telemetry/exchange-log.ts";
import { createTraffic, RefusalLog } from "../telemetry/exchange-log.ts";
import { listen } from "./listen.ts";
import { _cfg, us_listen_socket_close } from "./load-uws.ts";
import type { GateKeeper, Route } from "./router.ts";
import { addFallback, addRoute } from "./router.ts";
import type { TlsPaths } from "./served-apps.ts";
import { ServedApps } from "./served-apps.ts";
import type { SocketBehavior } from "./socket-route.ts";
import { addSocketRoute } from "./socket-route.ts";

export interface HttpServerOptions {
  /** Plain HTTP if absent. */
  readonly tls?: TlsPaths | undefined;
  readonly limits: Pick<
    Limits,
    "bodyBytesMax" | "uploadMemoryBytesMax" | "requestTimeoutMs" | "answerTimeoutMs" | "drainTimeoutMs"
  > &
    HeldAnswerLimits &
    RefusalLogLimits &
    Pick<Limits, "unboundedAnswersPerSecond" | "unboundedAnswersBurst" | "rateBucketsMax">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Networks, as CIDR, of proxies that may name a client's address; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Receives every answer. Absent: no listener. */
  readonly spans?: Spans | undefined;
  /** Called for each answer: whether browsers reach the server over TLS only. Absent: never. */
  readonly isSecure?: () => boolean;
  /** ERR-11: called before each request that works on chats. Absent: never overloaded. */
  readonly isOverloaded?: () => boolean;
  /** Called before each request: whether this process may have older data than other processes have answered. Absent: never. */
  readonly isBehind?: () => boolean;
}

/** In `starting` and `draining` the server answers 503, except on routes without a gate. */
export type ServerState = "starting" | "serving" | "draining";

/** It publishes to the topics of its sockets. A frame is encoded once and copied by uWebSockets.js. */
export interface HttpServer extends Broadcaster {
  readonly state: ServerState;
  readonly traffic: Traffic;
  /** Requests that are not answered yet. */
  readonly inHand: number;
  /** Answers that their clients have not received yet. */
  readonly heldAnswers: number;
  route(route: Route): void;
  /** Every route that was added. */
  readonly routes: readonly Route[];
  ws<UserData extends object>(pattern: string, behavior: SocketBehavior<UserData>): void;
  /** Binds the address; port 0 picks a free port. Rejects with `ListenError`. The state stays `starting`. */
  listen(host: string, port: number): Promise<{ readonly host: string; readonly port: number }>;
  /** Uses this certificate for new connections. Throws `ListenError`, and changes nothing, when the files cannot be used. */
  renewTls(tls: TlsPaths): void;
  /** Replaces the trusted networks, from the next request on. */
  trustProxies(proxies: readonly string[]): void;
  /** From now on requests are served. */
  startServing(): void;
  /**
   * Stops accepting connections and answers 503 on open ones. Waits at most `drainTimeoutMs` for pending requests, then closes
   * every connection, sockets included. Every caller gets the same promise.
   */
  drain(): Promise<void>;
}

/** The HTTP server. Throws `ListenError` when the TLS files cannot be used. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { clock, log, limits } = options;
  _cfg("silent");
  const apps = new ServedApps(options.tls);
  const watch = new ExchangeWatch(clock, limits);
  const traffic = createTraffic();
  let state: ServerState = "starting";
  /** The library has topics from then on. An earlier call ends the process, and other nodes already publish while this node starts. */
  let hasSocketRoutes = false;
  let listening: us_listen_socket | null = null;
  let drained: Promise<void> | null = null;
  const routes: Route[] = [];
  const host = createHost(options, { watch, traffic, isDraining: () => state === "draining" });

  const isTurnedAway = createGateKeeper(options, () => state);
  apps.add((app) => addFallback(app, host, isTurnedAway));

  const finish = async (): Promise<void> => {
    if (listening !== null) us_listen_socket_close(listening);
    await watch.whenEmpty(clock.nowMs() + limits.drainTimeoutMs);
    if (watch.inHand > 0) log.warn({ requests: watch.inHand }, "connections closed while their requests were running");
    apps.close();
    watch.stop();
    host.refusals.tell();
  };
  return {
    get state() {
      return state;
    },
    get inHand() {
      return watch.inHand;
    },
    get heldAnswers() {
      return host.held.answers;
    },
    traffic,
    routes,
    route(route) {
      apps.add((app) => addRoute(app, host, isTurnedAway, route));
      routes.push(route);
    },
    ws(pattern, behavior) {
      apps.add((app) => addSocketRoute(app, host, isTurnedAway, pattern, behavior));
      hasSocketRoutes = true;
    },
    hasSubscribers: (topic) => hasSocketRoutes && apps.subscriberCount(topic) > 0,
    publish(topic, frame) {
      if (hasSocketRoutes) apps.publish(topic, frame);
    },
    async listen(address, port) {
      assert(listening === null, "the server listens already");
      const result = await listen(apps.listening, address, port);
      listening = result.socket;
      return { host: address, port: result.port };
    },
    renewTls: (tls) => apps.renew(tls),
    trustProxies: (proxies) => void Object.assign(host, believing(proxies)),
    startServing() {
      assert(state === "starting", `a server that is ${state} cannot start serving`);
      state = "serving";
    },
    drain() {
      state = "draining";
      drained ??= finish();
      return drained;
    },
  };
}

function createHost(
  { clock, log, limits, trustedProxies = [], spans, isSecure = () => false }: HttpServerOptions,
  { watch, traffic, isDraining }: Pick<ExchangeHost, "watch" | "traffic" | "isDraining">,
): ExchangeHost {
  const { unboundedAnswersPerSecond: perSecond, unboundedAnswersBurst: burst, rateBucketsMax: bucketsMax } = limits;
  const answerLog = withoutRedaction(log);
  return {
    watch,
    traffic,
    isDraining,
    clock,
    log,
    spans: spans ?? null,
    isSecure,
    answerLines: createLineLog(answerLog, "request answered"),
    refusals: new RefusalLog(limits, clock, answerLog, traffic),
    limits,
    pool: new BlockPool(limits.uploadMemoryBytesMax),
    nextRequestId: createRequestIds(),
    ...believing(trustedProxies),
    turns: new TurnShare(),
    held: new HeldAnswers(limits, watch, traffic),
    unboundedRate: createRateLimiter({ perSecond, burst, bucketsMax, clock }),
    mayAnswerAmbiguous: createOnceATurn(),
  };
}

/** Refuses requests that the service cannot serve now. */
const createGateKeeper =
  ({ isBehind, isOverloaded }: HttpServerOptions, state: () => ServerState): GateKeeper =>
  (exchange, gate) => {
    if (gate === "none") return false;
    if (state() !== "serving" || (gate !== "process" && isBehind?.() === true)) exchange.answerCode("unavailable");
    else if (gate === "load" && isOverloaded?.() === true) exchange.answerCode("overloaded");
    return !exchange.isOpen;
  };

const believing = (proxies: readonly string[]): Pick<ExchangeHost, "clientAddress" | "believesProxies"> => ({
  clientAddress: createClientAddress(proxies),
  believesProxies: proxies.length > 0,
});

/** Returns true once in each turn of the event loop. */
function createOnceATurn(): () => boolean {
  let isTaken = false;
  return () => {
    if (isTaken) return false;
    isTaken = true;
    setImmediate(() => {
      isTaken = false;
    });
    return true;
  };
}

/** Creates ids that no other start of the service creates: 48 random bits of this process, then a counter. Source: ERR-18. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}
