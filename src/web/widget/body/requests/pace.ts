import type { Rate } from "../frames.types.ts";

/** Holds back what would be too much for the service. Source: LIM-02. */
export interface Pace {
  /** As the service tells it. */
  limit(rate: Rate): void;
  /** No more before that time. */
  pause(untilMs: number): void;
  /** Until when the next has to wait; in the past when it may go now. */
  nextAtMs(): number;
  take(nowMs: number): void;
}

export function createPace(): Pace {
  let rate: Rate = { perSecond: 1, burst: 1 };
  /** When the bucket is full again. */
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
