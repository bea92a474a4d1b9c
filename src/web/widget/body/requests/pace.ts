import type { Rate } from "../frames.types.ts";

/** Delays requests that would exceed the service's rate limit. Source: LIM-02. */
export interface Pace {
  /** Sets the rate that the service has sent. */
  limit(rate: Rate): void;
  /** Allows no request before this time. */
  pause(untilMs: number): void;
  /** Returns the earliest time of the next request. The time is in the past if the request may be sent at once. */
  nextAtMs(): number;
  take(nowMs: number): void;
}

export function createPace(): Pace {
  let rate: Rate = { perSecond: 1, burst: 1 };
  /** The time at which the token bucket is full again. */
  let fullAtMs = 0;
  let pausedUntilMs = 0;
  return {
    limit(told) {
      rate = told;
    },
    pause(untilMs) {
      pausedUntilMs = untilMs;
    },
    nextAtMs: () => Math.max(pausedUntilMs, fullAtMs - ((rate.burst - 1) * 1000) / rate.perSecond),
    take(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + 1000 / rate.perSecond;
    },
  };
}
