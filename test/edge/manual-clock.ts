import type { Clock } from "../../src/ports/clock.ts";

/** A clock that only the test moves. */
export interface ManualClock extends Clock {
  /** Advances the time and wakes every due waiter, in order, each at its own time. */
  advance(byMs: number): void;
  /** The time of the next wake; infinity if nothing waits. */
  nextWakeAtMs(): number;
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();
  return {
    nowMs: () => nowMs,
    wakeAt(atMs, wake) {
      const sleeper = { atMs, wake };
      sleepers.add(sleeper);
      return { cancel: () => void sleepers.delete(sleeper) };
    },
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (;;) {
        const [next] = [...sleepers].filter((one) => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        sleepers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
      nowMs = untilMs;
    },
    nextWakeAtMs: () => Math.min(...[...sleepers].map(({ atMs }) => atMs)),
  };
}
