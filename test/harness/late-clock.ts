import type { Clock } from "../../src/ports/clock.ts";

export interface LateClock {
  readonly clock: Clock;
  /** From now on the clock goes by that one. */
  follow(clock: Clock): void;
}

/** The clock of a part that a test makes before the service whose time it shares: until then it stands at 0 and wakes nobody. */
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
