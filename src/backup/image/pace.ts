import type { Clock } from "../../ports/clock.ts";

/** Holds a copy back, so that messages find the disk and the processor free. */
export interface Pace {
  /** Resolves when so many bytes may be copied. */
  take(bytes: number): Promise<void>;
}

export interface PaceParts {
  readonly clock: Clock;
  /** At most, while the service has much to do. */
  readonly bytesPerSecond: number;
  /** The number of the last record of the journal: it grows with what the service does. */
  readonly lastRecord: () => number;
}

/** Shorter waits are made up for later: a timer takes more than that. */
const waitMsMin = 5;
/** A service that commits less often is at rest: nobody waits for it. */
const restRecordsPerSecond = 50;
/** How much faster it may go then. */
const restFactor = 16;
const lookEveryMs = 250;

export function createPace({ clock, bytesPerSecond, lastRecord }: PaceParts): Pace {
  let freeAtMs = 0;
  let seen = { atMs: clock.nowMs(), record: lastRecord() };
  let isAtRest = true;
  const look = (nowMs: number): void => {
    const passedMs = nowMs - seen.atMs;
    if (passedMs < lookEveryMs) return;
    const record = lastRecord();
    isAtRest = (record - seen.record) * 1_000 < restRecordsPerSecond * passedMs;
    seen = { atMs: nowMs, record };
  };
  return {
    async take(bytes) {
      const nowMs = clock.nowMs();
      look(nowMs);
      const atMs = Math.max(freeAtMs, nowMs);
      freeAtMs = atMs + (bytes * 1_000) / (bytesPerSecond * (isAtRest ? restFactor : 1));
      if (atMs - nowMs < waitMsMin) return;
      await new Promise<void>((resolve) => clock.wakeAt(atMs, resolve));
    },
  };
}
