import { buildConnector, Pool } from "undici";
import type { AddressGuard } from "../address/address-guard.ts";
import { ConnectionSlots } from "./connection-slots.ts";

/** Endpoints that are remembered; beyond it those used longest ago lose their idle connections. */
const endpointsMaxByDefault = 1_000;
/** Those of surfaces A and B: as long as an attempt takes. */
const connectTimeoutMsByDefault = 3_000;
const keepAliveMs = 4_000;

/**
 * Connections to endpoints. Each origin has its own bound: a dead one takes nothing from another (DEL-19); so has each
 * owner at an origin that many share. A pool lives as long as it is in use: a fresh one after each failed connection
 * would dodge the bound.
 */
export interface EndpointPools {
  /** The pool of `origin`, of `owner` alone where one is named, for one request; to be given back when that has ended. */
  take(origin: string, owner: string | null): EndpointPool;
  giveBack(taken: EndpointPool): void;
  /** Ends every connection; requests that run or wait fail with `reason`. */
  destroy(reason: Error): Promise<void>;
}

export interface EndpointPool {
  readonly pool: Pool;
  /** As many as the pool has connections, so that no request waits inside it. */
  readonly slots: ConnectionSlots;
  /** Requests that have taken it. */
  running: number;
}

/** `certificateAuthorities` (PEM) are trusted instead of the system's. */
export function createEndpointPools(
  guard: AddressGuard,
  options: {
    readonly connectionsMax: number;
    readonly certificateAuthorities?: string | undefined;
    readonly endpointsMax?: number;
    readonly connectTimeoutMs?: number;
    /** Plain http goes anywhere the policy lets requests go, as developer webhooks may. Source: AUTH-05. */
    readonly allowHttp?: boolean;
  },
): EndpointPools {
  const { endpointsMax = endpointsMaxByDefault } = options;
  const connect = createGuardedConnector(guard, options);
  const entries = new Map<string, EndpointPool>();
  const open = (origin: string): EndpointPool => {
    // Timeouts are the attempt's own: undici's are coarse and would start anew for each part of an answer.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: keepAliveMs };
    const pool = new Pool(origin, { connect, connections: options.connectionsMax, pipelining: 1, ...timeouts });
    return { pool, slots: new ConnectionSlots(options.connectionsMax), running: 0 };
  };
  return {
    take(origin, owner) {
      // Connections made under another policy are used no more.
      const key = `${guard.changes()} ${owner ?? ""} ${origin}`;
      const entry = entries.get(key) ?? open(origin);
      // Last used stands last.
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

/** Ends the connections of the endpoint that was not used for longest. */
function dropIdle(entries: Map<string, EndpointPool>): void {
  for (const [key, entry] of entries) {
    if (entry.running > 0) continue;
    entries.delete(key);
    // Nobody waits for it: what undici still has in hand was given up before.
    void entry.pool.destroy();
    return;
  }
}

/** The address that was checked is the address that is dialled; literal hosts skip `lookup`. Source: AUTH-04, AUTH-06. */
function createGuardedConnector(
  guard: AddressGuard,
  {
    certificateAuthorities,
    connectTimeoutMs = connectTimeoutMsByDefault,
    allowHttp = false,
  }: {
    readonly certificateAuthorities?: string | undefined;
    readonly connectTimeoutMs?: number;
    readonly allowHttp?: boolean;
  },
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
    if (refused !== null) callback(refused, null);
    else if (target.protocol === "http:") dialPlain(target, callback);
    else dial(target, callback);
  };
}
