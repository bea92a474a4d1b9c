import type { Clock } from "../../ports/clock.ts";

/** Holds a copy back, so that messages find the disk and the processor free. */
export interface Pace {
  /** Resolves when so many bytes may be copied. */
  take(bytes: number): Promise<void>;
}

/** Shorter waits are made up for later: a timer takes more than that. */
const waitMsMin = 5;

/** At most so many bytes a second. */
export function createPace(clock: Clock, bytesPerSecond: number): Pace {
  let freeAtMs = 0;
  return {
    async take(bytes) {
      const nowMs = clock.nowMs();
      const atMs = Math.max(freeAtMs, nowMs);
      freeAtMs = atMs + (bytes * 1_000) / bytesPerSecond;
      if (atMs - nowMs < waitMsMin) return;
      await new Promise<void>((resolve) => clock.wakeAt(atMs, resolve));
    },
  };
}
