import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { Clock } from "../../ports/clock.ts";

export interface RateLimits {
  readonly perSecond: number;
  /** How many requests may come at once after a pause. */
  readonly burst: number;
  /** Keys that are remembered; the least recently used are forgotten, which gives them a full bucket. */
  readonly bucketsMax: number;
  readonly clock: Clock;
}

export interface RateLimiter {
  /** Takes one request of `key`: 0 when it may pass, else the whole seconds (at least 1) after which one will. Source: LIM-03. */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** A key in steady use moves to the front this seldom: moving it costs more than finding it. */
const usedAgainMs = 1_000;

/** Sums of fractions may miss a whole token by less than this. */
const roundingError = 1e-9;

/** A token bucket for each key. A refused request takes nothing. Source: LIM-01, LIM-02. */
export function createRateLimiter({ perSecond, burst, bucketsMax, clock }: RateLimits): RateLimiter {
  const buckets = createLastUsed<string, Bucket>(bucketsMax);
  return {
    take(key) {
      const nowMs = clock.nowMs();
      const bucket = buckets.peek(key);
      if (bucket === undefined) {
        buckets.set(key, { tokens: burst - 1, filledAtMs: nowMs });
        return 0;
      }
      const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
      if (elapsedMs > usedAgainMs) buckets.get(key);
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * perSecond) / 1000);
      bucket.filledAtMs = nowMs;
      if (bucket.tokens >= 1 - roundingError) {
        bucket.tokens -= 1;
        return 0;
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond - roundingError));
    },
  };
}
