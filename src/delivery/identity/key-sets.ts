import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { createLocalJWKSet } from "jose";
import type { ChannelId } from "../../../machines/ids.ts";
import { parseJson } from "../../codec/json/json.ts";
import { fieldOf } from "../../codec/json/json-values.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { createPacer } from "../../core/bounds/pacer.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { parseHttpUrl } from "../address/address-guard.ts";
import { ownHeaders } from "../request/ask.ts";
import { createEndpointPools } from "../request/endpoint-pools.ts";
import { runExchange } from "../request/exchange.ts";
import type { Asked } from "../request/explain-error.ts";
import { explainError, explainStatus, OutboundClosedError } from "../request/explain-error.ts";

/** The public keys of channels, read from their addresses. Source: WJ-50. */
export interface KeySets {
  /**
   * Returns the keys of the channel, or the sentence that says why there are none. Asks the address when the keys are old, or when
   * `seeks` says that a key is missing; never more than once in 30 s. Does not reject.
   */
  keysOf(channelId: ChannelId, address: string, seeks: "any" | "missing"): Promise<Keys>;
  close(): Promise<void>;
}

export type Keys =
  | { readonly find: JWTVerifyGetKey; readonly why: null }
  | { readonly find: null; readonly why: string };

interface Holder {
  readonly address: string;
  keys: Keys;
  /** When the present keys were read. */
  readAtMs: number;
  askedAtMs: number;
  pending: Promise<void> | null;
}

/** The number of channels whose keys are cached. Keys of other channels are read again. */
const holdersMax = 1_000;
const keysMax = 100;
const answerBytesMax = 64 * 1024;
const connectionsMax = 1;
const timeoutMs = 3_000;
const freshMs = 10 * 60_000;
/** While the address does not answer, its last keys count for this long. */
const keptMs = 24 * 60 * 60_000;
const askAgainMs = 30_000;

const server: Asked = "server of the keys";
const unusable = `The ${server} must answer a JSON Web Key Set of at most ${keysMax} keys.`;
const headers = [...ownHeaders, "Accept", "application/json"];
const pace = createPacer();

export function createKeySets(guard: AddressGuard, clock: Clock): KeySets {
  const pools = createEndpointPools(guard, { connectionsMax, answerBytesMax, connectTimeoutMs: timeoutMs });
  const holders = createLastUsed<ChannelId, Holder>(holdersMax);

  const ask = async (channelId: ChannelId, url: URL | null): Promise<Keys> => {
    const refused = url === null ? null : guard.checkTarget(url.href);
    if (url === null || refused !== null) return noKeys(refused?.message ?? unusable);
    const taken = pools.take(url.origin, channelId);
    try {
      const request = { method: "GET", path: url.pathname + url.search, headers } as const;
      const untilMs = clock.nowMs() + timeoutMs;
      const { httpStatus, body, error } = await runExchange(taken.pool, request, {
        clock,
        pace,
        untilMs,
        answerBytesMax,
      });
      if (error !== null || httpStatus === null) return noKeys(whyNot(error));
      return httpStatus === 200 ? readKeys(body) : noKeys(explainStatus(httpStatus, server));
    } catch (error) {
      return noKeys(whyNot(error));
    } finally {
      pools.giveBack(taken);
    }
  };
  const renew = async (channelId: ChannelId, holder: Holder): Promise<void> => {
    holder.askedAtMs = clock.nowMs();
    const keys = await ask(channelId, parseHttpUrl(holder.address));
    holder.pending = null;
    const nowMs = clock.nowMs();
    if (keys.find === null && nowMs - holder.readAtMs < keptMs) return;
    holder.keys = keys;
    if (keys.find !== null) holder.readAtMs = nowMs;
  };
  return {
    async keysOf(channelId, address, seeks) {
      const known = holders.get(channelId);
      const never = Number.NEGATIVE_INFINITY;
      const holder =
        known?.address === address
          ? known
          : { address, keys: noKeys(unusable), readAtMs: never, askedAtMs: never, pending: null };
      if (holder !== known) holders.set(channelId, holder);
      const nowMs = clock.nowMs();
      const isDue = seeks === "missing" || nowMs - holder.readAtMs >= freshMs;
      if (!isDue) return holder.keys;
      if (holder.pending === null && nowMs - holder.askedAtMs >= askAgainMs) holder.pending = renew(channelId, holder);
      await holder.pending;
      return holder.keys;
    },
    close: () => pools.destroy(new OutboundClosedError()),
  };
}

const noKeys = (why: string): Keys => ({ find: null, why });

const whyNot = (error: unknown): string =>
  explainError(error, timeoutMs, server)?.message ??
  `The ${server} could not be asked because of an error in the service.`;

function readKeys(body: Buffer): Keys {
  try {
    const set = parseJson(body.toString());
    const keys = fieldOf(set, "keys");
    if (!Array.isArray(keys) || keys.length > keysMax) return noKeys(unusable);
    return { find: createLocalJWKSet(set as JSONWebKeySet), why: null };
  } catch {
    return noKeys(unusable);
  }
}
