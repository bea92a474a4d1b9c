import { LRUCache } from "lru-cache";
import { KeyCounts } from "../../core/bounds/key-counts.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { createPacer } from "../../core/bounds/pacer.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Picture, Pictures } from "../../ports/pictures.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/address-guard.ts";
import { ownHeaders } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import { createEndpointPools } from "../request/endpoint-pools.ts";
import type { Received } from "../request/exchange.ts";
import { ExchangeTimeoutError, headerOf, runExchange } from "../request/exchange.ts";
import { OutboundClosedError } from "../request/explain-error.ts";

/** The number of first bytes that identify any type of picture. */
const signatureBytes = 12;

/**
 * Finds the type of a picture from its first bytes, whatever its host says. Returns `null` for anything else. SVG and HTML can run scripts, so
 * they are not pictures here. Source: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
function pictureTypeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (/^ftypavi[fs]$/.test(start.slice(4))) return "image/avif";
  return null;
}

/** The maximal number of redirects. Each target is checked like the first one. */
const redirectsMax = 2;

/** All headers of the request: no cookie, and nothing about the viewer or the page. */
const headers = [...ownHeaders, "Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif"];

/** Explains why there is no picture, in words that reveal nothing of the service's network. */
const noPicture = (reason: string): { readonly ok: false; readonly failure: Failure } =>
  fail("not_found", `The picture cannot be shown: ${reason}.`);

const pace = createPacer();
const isRead = (httpStatus: number): boolean => httpStatus === 200;

/** Fetches one picture and follows redirects. Rejects when the connection breaks or is refused, or with a timeout at `untilMs`. */
function createFetchPicture(
  guard: AddressGuard,
  pools: EndpointPools,
  clock: Clock,
  limits: { readonly pictureBytesMax: number },
) {
  const askOnce = async (url: URL, untilMs: number): Promise<Received> => {
    const taken = pools.take(url.origin, null);
    try {
      const request = { method: "GET", path: url.pathname + url.search, headers } as const;
      // One byte more shows that a picture is too large.
      const options = { clock, pace, untilMs, answerBytesMax: limits.pictureBytesMax + 1, isRead };
      const received = await runExchange(taken.pool, request, options);
      if (received.error !== null) throw received.error;
      return received;
    } finally {
      pools.giveBack(taken);
    }
  };
  return async (address: string, untilMs: number): Promise<Result<Picture>> => {
    let url = parseHttpUrl(address);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (url === null || guard.checkTarget(url.href) !== null) return noPicture("its address is not allowed");
      const received = await askOnce(url, untilMs);
      const next = redirectOf(received, url);
      if (next === null) return pictureOf(received, limits.pictureBytesMax);
      url = next;
    }
    return noPicture("its host redirects too often");
  };
}

function redirectOf({ httpStatus, headers }: Received, from: URL): URL | null {
  if (httpStatus === null || ![301, 302, 303, 307, 308].includes(httpStatus)) return null;
  const location = headerOf(headers, "location");
  return location !== "" && URL.canParse(location, from.href) ? new URL(location, from.href) : null;
}

function pictureOf({ httpStatus, body }: Received, bytesMax: number): Result<Picture> {
  if (httpStatus !== 200) return noPicture(`its host answered HTTP ${httpStatus}`);
  if (body.length > bytesMax) return noPicture(`it is larger than ${bytesMax} bytes`);
  const contentType = pictureTypeOf(body);
  return contentType === null
    ? noPicture("it is not a PNG, JPEG, GIF, WebP or AVIF")
    : ok({ contentType, bytes: body });
}

export interface RemotePicturesOptions {
  /** With `off`, no picture is fetched. Read for each picture, because a reload can change it. */
  readonly remotePictures: "proxied" | "off";
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly limits: TurnLimits & {
    readonly pictureBytesMax: number;
    readonly pictureTimeoutMs: number;
    readonly picturesKeptBytesMax: number;
    readonly pictureKeptMs: number;
    readonly pictureFailureKeptMs: number;
  };
}

interface Kept {
  readonly result: Result<Picture>;
  readonly untilMs: number;
}

const failuresKeptMax = 1_000;
const hostsMax = 100;
const overloaded = fail("overloaded", ERROR_MESSAGE.overloaded);

/**
 * Fetches pictures of clients, agents and bots for the browsers that show them. Size, time and the number at once are limited. Callers that wait
 * for the same picture share one request. Pictures and failures are cached in memory for a while. Source: AUTH-04, AUTH-06.
 */
export function createRemotePictures(options: RemotePicturesOptions): Pictures {
  const { guard, clock, limits } = options;
  const pools = createEndpointPools(guard, {
    connectionsMax: limits.picturesOfHostAtOnce,
    answerBytesMax: limits.pictureBytesMax,
    endpointsMax: hostsMax,
    connectTimeoutMs: limits.pictureTimeoutMs,
  });
  const fetchPicture = createFetchPicture(guard, pools, clock, limits);
  const turns = new PictureTurns(limits, clock);
  const pictures = new LRUCache<string, Kept & { readonly bytes: number }>({
    maxSize: limits.picturesKeptBytesMax,
    sizeCalculation: ({ bytes }, address) => bytes + 2 * address.length,
  });
  const failures = createLastUsed<string, Kept>(failuresKeptMax);
  const underWay = new Map<string, Promise<Result<Picture>>>();

  const ask = async (address: string): Promise<Result<Picture>> => {
    const askedAtMs = clock.nowMs();
    const untilMs = askedAtMs + limits.pictureTimeoutMs;
    const host = parseHttpUrl(address)?.host ?? "";
    if (!(await turns.begin(host, untilMs))) return overloaded;
    const hadAllTheTime = clock.nowMs() === askedAtMs;
    try {
      return await fetchPicture(address, untilMs);
    } catch (error) {
      if (!(error instanceof ExchangeTimeoutError)) return noPicture("its host cannot be reached");
      // The wait for other pictures does not count as the host's time.
      return hadAllTheTime ? noPicture("its host did not answer in time") : overloaded;
    } finally {
      turns.end(host);
    }
  };
  /** An address is in at most one of the two caches, the one of its last outcome. */
  const keep = (address: string, result: Result<Picture>): void => {
    const nowMs = clock.nowMs();
    if (result.ok) {
      const { length: bytes } = result.value.bytes;
      failures.delete(address);
      pictures.set(address, { result, bytes, untilMs: nowMs + limits.pictureKeptMs });
    } else if (result.failure.code === "not_found") {
      pictures.delete(address);
      failures.set(address, { result, untilMs: nowMs + limits.pictureFailureKeptMs });
    }
  };
  const isFetched = (address: string): boolean =>
    options.remotePictures === "proxied" && guard.checkTarget(address) === null;
  return {
    isFetched,
    async fetch(address) {
      if (options.remotePictures === "off") return noPicture("pictures of other hosts are switched off");
      if (!isFetched(address)) return noPicture("its address is not allowed");
      const kept = pictures.get(address) ?? failures.get(address);
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

/** Limits how many pictures are fetched at once, in total and for each host, so that a slow host delays few others. */
class PictureTurns {
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
