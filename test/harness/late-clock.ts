import type { Clock } from "../../src/ports/clock.ts";

export interface LateClock {
  readonly clock: Clock;
  /** The clock follows that clock from now on. */
  follow(clock: Clock): void;
}

/**
 * A clock for a part that a test makes before the service whose time the part shares. Until it follows a clock, it shows 0 and
 * wakes no one.
 */
export function createLateClock(): LateClock {
  let followed: Clock | null = null;
  return {
    clock: {
      nowMs: () => followed?.nowMs() ?? 0,
      wakeAt: (atMs, wake) => followed?.wakeAt(atMs, wake) ?? { cancel: () => undefined },
    },
    follow(clock) {
      followed = clock;
    },
  };
}
