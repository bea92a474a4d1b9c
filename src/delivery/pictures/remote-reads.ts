import { LRUCache } from "lru-cache";
import { KeyCounts } from "../../core/bounds/key-counts.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { createPacer } from "../../core/bounds/pacer.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/address-guard.ts";
import { ownHeaders } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { createEndpointPools } from "../request/endpoint-pools.ts";
import type { Received } from "../request/exchange.ts";
import { ExchangeTimeoutError, headerOf, runExchange } from "../request/exchange.ts";
import { OutboundClosedError } from "../request/explain-error.ts";

/** What is read from other hosts: pictures, or the heads of pages. */
export interface RemoteKind<Value> {
  /** The value of `Accept`. */
  readonly accept: string;
  /** More bytes of an answer are not read. */
  readonly answerBytesMax: number;
  /** Memory for what was read. */
  readonly keptBytesMax: number;
  /** Words that reveal nothing of the service's network. */
  refuse(reason: string): { readonly ok: false; readonly failure: Failure };
  /** The value of an answer with status 200. */
  valueOf(received: Received): Result<Value>;
  bytesOf(value: Value): number;
}

export interface RemoteReadsOptions {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly limits: TurnLimits & {
    readonly pictureTimeoutMs: number;
    readonly pictureKeptMs: number;
    readonly pictureFailureKeptMs: number;
  };
}

/** Reads of one kind. */
export interface RemoteReads<Value> {
  /** Whether `read` would request the address, as far as that can be known without the network. */
  isAllowed(address: string): boolean;
  /** Never rejects: fails with `not_found` and the reason, or with `overloaded` when too many requests run. */
  read(address: string): Promise<Result<Value>>;
  close(): Promise<void>;
}

/** The maximal number of redirects. Each target is checked like the first one. */
const redirectsMax = 2;

const pace = createPacer();
const isRead = (httpStatus: number): boolean => httpStatus === 200;

/** Reads one address and follows redirects. Rejects when the connection breaks or is refused, or with a timeout at `untilMs`. */
function createFetch<Value>(kind: RemoteKind<Value>, guard: AddressGuard, pools: EndpointPools, clock: Clock) {
  /** All headers of the request: no cookie, and nothing about the viewer or the page. */
  const headers = [...ownHeaders, "Accept", kind.accept];
  const askOnce = async (url: URL, untilMs: number): Promise<Received> => {
    const taken = pools.take(url.origin, null);
    try {
      const request = { method: "GET", path: url.pathname + url.search, headers } as const;
      const options = { clock, pace, untilMs, answerBytesMax: kind.answerBytesMax, isRead };
      const received = await runExchange(taken.pool, request, options);
      if (received.error !== null) throw received.error;
      return received;
    } finally {
      pools.giveBack(taken);
    }
  };
  return async (address: string, untilMs: number): Promise<Result<Value>> => {
    let url = parseHttpUrl(address);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (url === null || guard.checkTarget(url.href) !== null) return kind.refuse("its address is not allowed");
      const received = await askOnce(url, untilMs);
      const next = redirectOf(received, url);
      if (next === null)
        return received.httpStatus === 200
          ? kind.valueOf(received)
          : kind.refuse(`its host answered HTTP ${received.httpStatus}`);
      url = next;
    }
    return kind.refuse("its host redirects too often");
  };
}

function redirectOf({ httpStatus, headers }: Received, from: URL): URL | null {
  if (httpStatus === null || ![301, 302, 303, 307, 308].includes(httpStatus)) return null;
  const location = headerOf(headers, "location");
  return location === "" ? null : URL.parse(location, from.href);
}

interface Kept<Value> {
  readonly result: Result<Value>;
  readonly untilMs: number;
}

const failuresKeptMax = 1_000;
const hostsMax = 100;
const overloaded = fail("overloaded", ERROR_MESSAGE.overloaded);

/**
 * Reads from hosts that strangers name. Size, time and the number at once are limited. Callers that wait for the same address share one
 * request. Values and failures are cached in memory for a while. Source: AUTH-04, AUTH-06.
 */
export function createRemoteReads<Value>(
  kind: RemoteKind<Value>,
  { guard, clock, limits }: RemoteReadsOptions,
): RemoteReads<Value> {
  const pools = createEndpointPools(guard, {
    connectionsMax: limits.picturesOfHostAtOnce,
    answerBytesMax: kind.answerBytesMax,
    endpointsMax: hostsMax,
    connectTimeoutMs: limits.pictureTimeoutMs,
  });
  const fetchOne = createFetch(kind, guard, pools, clock);
  const turns = new ReadTurns(limits, clock);
  const values = new LRUCache<string, Kept<Value> & { readonly bytes: number }>({
    maxSize: kind.keptBytesMax,
    sizeCalculation: ({ bytes }, address) => bytes + 2 * address.length,
  });
  const failures = createLastUsed<string, Kept<Value>>(failuresKeptMax);
  const underWay = new Map<string, Promise<Result<Value>>>();

  const ask = async (address: string): Promise<Result<Value>> => {
    const askedAtMs = clock.nowMs();
    const untilMs = askedAtMs + limits.pictureTimeoutMs;
    const host = parseHttpUrl(address)?.host ?? "";
    if (!(await turns.begin(host, untilMs))) return overloaded;
    const hadAllTheTime = clock.nowMs() === askedAtMs;
    try {
      return await fetchOne(address, untilMs);
    } catch (error) {
      if (!(error instanceof ExchangeTimeoutError)) return kind.refuse("its host cannot be reached");
      // The wait for other reads does not count as the host's time.
      return hadAllTheTime ? kind.refuse("its host did not answer in time") : overloaded;
    } finally {
      turns.end(host);
    }
  };
  /** An address is in at most one of the two caches, the one of its last outcome. */
  const keep = (address: string, result: Result<Value>): void => {
    const nowMs = clock.nowMs();
    if (result.ok) {
      failures.delete(address);
      values.set(address, { result, bytes: kind.bytesOf(result.value), untilMs: nowMs + limits.pictureKeptMs });
    } else if (result.failure.code === "not_found") {
      values.delete(address);
      failures.set(address, { result, untilMs: nowMs + limits.pictureFailureKeptMs });
    }
  };
  const isAllowed = (address: string): boolean => guard.checkTarget(address) === null;
  return {
    isAllowed,
    async read(address) {
      if (!isAllowed(address)) return kind.refuse("its address is not allowed");
      const kept = values.get(address) ?? failures.get(address);
      if (kept !== undefined && clock.nowMs() < kept.untilMs) return kept.result;
      const asked = underWay.get(address);
      if (asked !== undefined) return asked;
      const asking = ask(address).then((result) => {
        underWay.delete(address);
        keep(address, result);
        return result;
      });
      underWay.set(address, asking);
      return asking;
    },
    close: () => pools.destroy(new OutboundClosedError()),
  };
}

interface TurnLimits {
  readonly picturesAtOnce: number;
  readonly picturesOfHostAtOnce: number;
  readonly picturesWaitingMax: number;
}

interface Waiting {
  readonly host: string;
  readonly begin: () => void;
}

/** Limits how much is read at once, in total and for each host, so that a slow host delays few others. */
class ReadTurns {
  readonly #limits: TurnLimits;
  readonly #clock: Clock;
  readonly #running = new KeyCounts();
  readonly #waiting = new Set<Waiting>();
  #count = 0;

  constructor(limits: TurnLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves with true when the host has a slot, which the caller returns with `end`. Resolves with false when too many wait, or the wait timed out. */
  begin(host: string, untilMs: number): Promise<boolean> {
    if (this.#isFree(host)) {
      this.#take(host);
      return Promise.resolve(true);
    }
    if (this.#waiting.size >= this.#limits.picturesWaitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const alarm = this.#clock.wakeAt(untilMs, () => {
        this.#waiting.delete(waiting);
        resolve(false);
      });
      const waiting = {
        host,
        begin: () => {
          alarm.cancel();
          resolve(true);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  end(host: string): void {
    this.#running.remove(host);
    this.#count -= 1;
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.host)) continue;
      this.#waiting.delete(waiting);
      this.#take(waiting.host);
      waiting.begin();
    }
  }

  #isFree(host: string): boolean {
    const { picturesAtOnce, picturesOfHostAtOnce } = this.#limits;
    return this.#count < picturesAtOnce && this.#running.count(host) < picturesOfHostAtOnce;
  }

  #take(host: string): void {
    this.#count += 1;
    this.#running.add(host);
  }
}
