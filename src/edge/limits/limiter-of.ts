import type { Limits } from "../../config/limits.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { createRateLimiter } from "./rate-limiter.ts";

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
