import type { Clock } from "../../ports/clock.ts";

/** Throttles a copy, so that messages get the disk and the processor. */
export interface Pace {
  /** Resolves when so many bytes may be copied. */
  take(bytes: number): Promise<void>;
}

/** Shorter waits are added to a later one, because a timer takes longer than that. */
const waitMsMin = 5;
/** A service that commits less often is idle. */
const restRecordsPerSecond = 50;
/** The factor for the rate of an idle service. */
const restFactor = 16;
const lookEveryMs = 250;

export function createPace({
  clock,
  bytesPerSecond,
  lastRecord,
}: {
  readonly clock: Clock;
  /** The maximal rate while the service is busy. */
  readonly bytesPerSecond: number;
  /** The number of the journal's last record. It grows with the work of the service. */
  readonly lastRecord: () => number;
}): Pace {
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
