import { buildConnector, errors, Pool } from "undici";
import { systemClock } from "../../core/clock.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import type { Answer, OutboundRequest } from "./exchange.ts";
import { keepFinalAnswers, NoConnectionError } from "./exchange.ts";

/** The number of cached endpoints. Beyond it, the least recently used ones lose their idle connections. */
const endpointsMaxByDefault = 1_000;
/** The default for customer systems and bots: the time of an attempt. */
const connectTimeoutMsByDefault = 3_000;
const keepAliveMs = 4_000;

/**
 * Connections to endpoints. Each origin has its own limit, and so has each owner at a shared origin. Thus a dead endpoint takes no connections
 * from another (DEL-19). A pool lives as long as it is in use, because a new pool after each failed connection would evade the limit.
 */
export interface EndpointPools {
  readonly answerBytesMax: number;
  /** Makes the requests, if the connections are in another thread. */
  readonly far: FarExchange | undefined;
  /** Takes the pool of `origin`, or that of `owner` at this origin, for one request. The caller returns it when the request has ended. */
  take(origin: string, owner: string | null): EndpointPool;
  giveBack(taken: EndpointPool): void;
  /** Closes every connection. Requests that run or wait fail with `reason`. */
  destroy(reason: Error): Promise<void>;
}

export interface EndpointPool {
  readonly pool: Pool;
  /** Has as many slots as the pool has connections, so that no request waits inside the pool. */
  readonly slots: ConnectionSlots;
  /** The number of requests that use the pool. */
  running: number;
}

/** Makes one request over a connection of these pools. Every outcome is a value: the promise does not reject. */
export type FarExchange = (
  origin: string,
  owner: string | null,
  request: OutboundRequest,
  untilMs: number,
) => Promise<Answer>;

export interface PoolOptions {
  readonly connectionsMax: number;
  readonly answerBytesMax: number;
  /** PEM of authorities that are trusted instead of the system's. */
  readonly certificateAuthorities?: string | undefined;
  readonly endpointsMax?: number;
  readonly connectTimeoutMs?: number;
  /** Plain http is allowed to every allowed address, as for developer webhooks. Source: AUTH-05. */
  readonly allowHttp?: boolean;
}

/** With `far`, the connections are in another thread, and the pools here have none. */
export function createEndpointPools(guard: AddressGuard, options: PoolOptions, far?: FarExchange): EndpointPools {
  const { endpointsMax = endpointsMaxByDefault } = options;
  const connect = createGuardedConnector(guard, options);
  const entries = new Map<string, EndpointPool>();
  const open = (origin: string): EndpointPool => {
    // The attempt has its own timeout. The timeouts of undici are coarse, and restart with each part of a response.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: keepAliveMs };
    // The pool is told too that this is HTTP/1.1. Otherwise all requests wait for the first handshake, which might choose HTTP/2.
    const settings = { connect, connections: options.connectionsMax, pipelining: 1, allowH2: false };
    const pool = new Pool(origin, { ...settings, ...timeouts });
    return { pool, slots: new ConnectionSlots(options.connectionsMax), running: 0 };
  };
  return {
    answerBytesMax: options.answerBytesMax,
    far,
    take(origin, owner) {
      // Connections that were made under another policy are not used any more.
      const key = `${guard.changes()} ${owner ?? ""} ${origin}`;
      const entry = entries.get(key) ?? open(origin);
      // The most recently used entry is the last one.
      entries.delete(key);
      entries.set(key, entry);
      entry.running += 1;
      return entry;
    },
    giveBack(taken) {
      taken.running -= 1;
      if (entries.size > endpointsMax) dropIdle(entries);
    },
    async destroy(reason) {
      const all = [...entries.values()];
      entries.clear();
      for (const { slots } of all) slots.endAll(reason);
      await Promise.all(all.map(({ pool }) => pool.destroy(reason)));
    },
  };
}

/** Closes the connections of the least recently used endpoint. */
function dropIdle(entries: Map<string, EndpointPool>): void {
  for (const [key, entry] of entries) {
    if (entry.running > 0) continue;
    entries.delete(key);
    // Nothing waits for the close, because all requests in progress were given up before.
    void entry.pool.destroy();
    return;
  }
}

/** Connects to the very address that was checked. Literal hosts skip `lookup`. Source: AUTH-04, AUTH-06. */
function createGuardedConnector(
  guard: AddressGuard,
  {
    answerBytesMax,
    certificateAuthorities,
    connectTimeoutMs = connectTimeoutMsByDefault,
    allowHttp = false,
  }: PoolOptions,
): buildConnector.connector {
  const shared = {
    timeout: connectTimeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
    ...(certificateAuthorities === undefined ? {} : { ca: certificateAuthorities }),
  };
  const dial = buildConnector({ ...shared, lookup: guard.lookup });
  const dialPlain = allowHttp ? dial : buildConnector({ ...shared, lookup: guard.lookupPlain });
  return (target, callback) => {
    const refused = guard.refuseHost(target.hostname);
    if (refused !== null) return callback(refused, null);
    const startedAtMs = systemClock.nowMs();
    (target.protocol === "http:" ? dialPlain : dial)(target, (...connected) => {
      const [error, socket] = connected;
      if (error instanceof errors.ConnectTimeoutError)
        return callback(new NoConnectionError(systemClock.nowMs() - startedAtMs, error), null);
      if (error === null) keepFinalAnswers(socket, answerBytesMax);
      callback(...connected);
    });
  };
}
/** A request that waits for a connection. */
interface SlotWait {
  /** Called with `null` when the request has a connection, else with the reason why it gets none. */
  readonly ended: Promise<Error | null>;
  /** The request gets no connection any more. The caller must still call `end`. */
  withdraw(): void;
  /** Ends the wait with `reason`, if the request still waits. */
  end(reason: Error): void;
}

interface Place {
  resolve: (reason: Error | null) => void;
  isOver: boolean;
}

/** Withdrawn entries are removed when there are more than this, and more than live ones. */
const sweptMin = 64;

/**
 * The connections of one endpoint, each for one request at a time. When all are in use, the newest request gets the next free one. The oldest
 * requests for an endpoint that hangs have hardly any time left. A connection for one of them would time out at once, again and again, and no
 * request would succeed. The lane keeps the order within a chat. Source: DEL-19.
 */
export class ConnectionSlots {
  #free: number;
  #places: Place[] = [];
  #over = 0;

  constructor(connectionsMax: number) {
    this.#free = connectionsMax;
  }

  /** Takes a connection, if one is free. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  wait(): SlotWait {
    const place: Place = { resolve: () => undefined, isOver: false };
    const ended = new Promise<Error | null>((resolve) => {
      place.resolve = resolve;
    });
    this.#places.push(place);
    return {
      ended,
      withdraw: () => this.#withdraw(place),
      end: (reason) => {
        this.#withdraw(place);
        place.resolve(reason);
      },
    };
  }

  /** Passes the connection of an ended request to the next one. */
  giveBack(): void {
    for (let place = this.#places.pop(); place !== undefined; place = this.#places.pop()) {
      if (place.isOver) {
        this.#over -= 1;
        continue;
      }
      place.isOver = true;
      place.resolve(null);
      return;
    }
    this.#free += 1;
  }

  /** Ends every wait. */
  endAll(reason: Error): void {
    const places = this.#places;
    this.#places = [];
    this.#over = 0;
    for (const place of places) {
      place.isOver = true;
      place.resolve(reason);
    }
  }

  #withdraw(place: Place): void {
    if (place.isOver) return;
    place.isOver = true;
    this.#over += 1;
    if (this.#over < sweptMin || this.#over * 2 < this.#places.length) return;
    this.#places = this.#places.filter(({ isOver }) => !isOver);
    this.#over = 0;
  }
}
