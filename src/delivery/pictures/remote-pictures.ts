import { LRUCache } from "lru-cache";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Result } from "../../core/result.ts";
import { fail } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Picture, Pictures } from "../../ports/pictures.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/endpoint-url.ts";
import { createEndpointPools } from "../request/endpoint-pools.ts";
import { ExchangeTimeoutError } from "../request/exchange.ts";
import { OutboundClosedError } from "../request/explain-error.ts";
import { fetchPicture, noPicture } from "./fetch-picture.ts";
import type { TurnLimits } from "./picture-turns.ts";
import { PictureTurns } from "./picture-turns.ts";

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
      return await fetchPicture({ guard, pools, clock, pictureBytesMax: limits.pictureBytesMax }, address, untilMs);
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
