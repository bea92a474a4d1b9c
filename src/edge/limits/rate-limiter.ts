import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { SharedAs } from "../../core/peers/shared-counts.ts";
import type { Clock } from "../../ports/clock.ts";

/** `perSecond` and `burst` are read whenever they are needed: a getter may answer another value than before. */
export interface RateLimits {
  readonly perSecond: number;
  /** How many requests may come at once after a pause. */
  readonly burst: number;
  /** Keys that are remembered; the least recently used are forgotten, which gives them a full bucket. */
  readonly bucketsMax: number;
  readonly clock: Clock;
  /** Where the limit is for all processes together: what is taken of a bucket below three quarters, the others take of theirs. */
  readonly shared?: SharedAs;
}

export interface RateLimiter {
  /** Takes one request of `key`: 0 when it may pass, else the whole seconds (at least 1) after which one will. Source: LIM-03. */
  take(key: string): number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
  /** Taken here, and no other process told yet. */
  untold: number;
}

/** A bucket that is fuller is nobody else's business: most senders never come this far. */
const toldBelow = 0.75;

/** A key in steady use moves to the front this seldom: moving it costs more than finding it. */
const usedAgainMs = 1_000;

/** Sums of fractions may miss a whole token by less than this. */
const roundingError = 1e-9;

/**
 * A token bucket for each key. A refused request takes nothing. Of several processes each lets the first quarter of a burst pass alone, and
 * knows of what the others took `countsToldAfterMs` later; what passed too much until then is kept back afterwards. Source: LIM-01, LIM-02.
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
    const bucket = buckets.get(key) ?? { tokens: burst, filledAtMs: nowMs, untold: 0 };
    fill(bucket, nowMs, perSecond, burst);
    // Two who let pass all of it at once pay it back; more than a burst is nobody's debt.
    bucket.tokens = Math.max(-burst, bucket.tokens - amount);
    buckets.set(key, bucket);
  };
  const tell = shared?.counts.share({ name: shared.name, told: "soon", take: takeElsewhere }) ?? null;
  const tellOf = (key: string, bucket: Bucket, burst: number): void => {
    bucket.untold += 1;
    if (bucket.tokens >= burst * toldBelow) return;
    // What came back meanwhile is nobody's any more.
    tell?.(key, Math.min(bucket.untold, burst - bucket.tokens));
    bucket.untold = 0;
  };
  return {
    take(key) {
      const nowMs = clock.nowMs();
      const { perSecond, burst } = rate;
      const bucket = buckets.peek(key);
      if (bucket === undefined) {
        const made = { tokens: burst - 1, filledAtMs: nowMs, untold: 0 };
        buckets.set(key, made);
        if (tell !== null) tellOf(key, made, burst);
        return 0;
      }
      const elapsedMs = fill(bucket, nowMs, perSecond, burst);
      if (elapsedMs > usedAgainMs) buckets.get(key);
      if (bucket.tokens >= 1 - roundingError) {
        bucket.tokens -= 1;
        if (tell !== null) tellOf(key, bucket, burst);
        return 0;
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond - roundingError));
    },
  };
}
