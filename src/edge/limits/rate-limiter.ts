import type { Limits } from "../../config/limits.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { SharedAs, SharedCounts } from "../../core/peers/shared-counts.ts";
import type { Clock } from "../../ports/clock.ts";

/** `perSecond` and `burst` are read at each use: a getter may return another value than before. */
export interface RateLimits {
  readonly perSecond: number;
  /** The number of requests that may arrive at once after a pause. */
  readonly burst: number;
  /** The number of stored keys. The least recently used key is evicted and then has a full bucket again. */
  readonly bucketsMax: number;
  readonly clock: Clock;
  /** Present if the limit applies to all processes together: they share requests from buckets below three quarters. */
  readonly shared?: SharedAs;
}

export interface RateLimiter {
  /**
   * Counts one request of `key`. Returns 0 if the request may pass, else the whole seconds (at least 1) to wait. Source: LIM-03.
   */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
  /** Tokens taken here and not yet sent to the other processes. */
  unshared: number;
}

/** Fuller buckets are not shared: most senders never use more than a quarter of a burst. */
const sharedBelow = 0.75;

/** A key in steady use moves to the front at most this often, because a move costs more than a lookup. */
const usedAgainMs = 1_000;

/** Sums of fractions may miss a whole token by less than this. */
const roundingError = 1e-9;

/**
 * A token bucket for each key. A refused request takes nothing. Each of several processes accepts the first quarter of a burst alone and
 * learns the tokens of the other processes `countsSentAfterMs` later. Later requests pay for any excess. Source: LIM-01, LIM-02.
 */
export function createRateLimiter(rate: RateLimits): RateLimiter {
  const { bucketsMax, clock, shared } = rate;
  const buckets = createLastUsed<string, Bucket>(bucketsMax);
  const fill = (bucket: Bucket, nowMs: number, perSecond: number, burst: number): number => {
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * perSecond) / 1000);
    bucket.filledAtMs = nowMs;
    return elapsedMs;
  };
  const takeElsewhere = (key: string, amount: number): void => {
    const nowMs = clock.nowMs();
    const { perSecond, burst } = rate;
    const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs, unshared: 0 };
    fill(bucket, nowMs, perSecond, burst);
    // Two processes may each accept a complete burst at once. Later requests pay for the excess; the debt is at most one burst.
    bucket.tokens = Math.max(-burst, bucket.tokens - amount);
    buckets.set(key, bucket);
  };
  const share = shared?.counts.share({ name: shared.name, sent: "soon", take: takeElsewhere }) ?? null;
  const shareTokens = (key: string, bucket: Bucket, burst: number): void => {
    bucket.unshared += 1;
    if (bucket.tokens >= burst * sharedBelow) return;
    // Tokens that refilled meanwhile need not be shared.
    share?.(key, Math.min(bucket.unshared, burst - bucket.tokens));
    bucket.unshared = 0;
  };
  return {
    take(key) {
      const nowMs = clock.nowMs();
      const { perSecond, burst } = rate;
      const bucket = buckets.peek(key);
      if (bucket === undefined) {
        const made = { tokens: burst - 1, filledAtMs: nowMs, unshared: 0 };
        buckets.set(key, made);
        if (share !== null) shareTokens(key, made, burst);
        return 0;
      }
      const elapsedMs = fill(bucket, nowMs, perSecond, burst);
      if (elapsedMs > usedAgainMs) buckets.get(key);
      if (bucket.tokens >= 1 - roundingError) {
        bucket.tokens -= 1;
        if (share !== null) shareTokens(key, bucket, burst);
        return 0;
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond - roundingError));
    },
  };
}

/** The names of rates: `limits` has a `PerSecond` and a `Burst` for each. */
type Rated = "channel" | "sender" | "bot" | "sample" | "newVisitors";

/** A limiter of all processes together (`counts`) that reads `limits` at each call, because a reload changes them. `name` is the same in all processes. */
export function limiterOf(
  rated: Rated,
  name: string,
  { limits, clock, counts }: { readonly limits: Limits; readonly clock: Clock; readonly counts: SharedCounts },
  bucketsMax = limits.rateBucketsMax,
): RateLimiter {
  const [perSecond, burst] = [`${rated}PerSecond`, `${rated}Burst`] as const;
  return createRateLimiter({
    get perSecond() {
      return limits[perSecond];
    },
    get burst() {
      return limits[burst];
    },
    bucketsMax,
    clock,
    shared: { counts, name },
  });
}
