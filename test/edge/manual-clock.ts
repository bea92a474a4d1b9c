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

/** The first of those that are due at the same time is the one that was added first. */
function nextOf(sleepers: Iterable<Sleeper>): Sleeper | undefined {
  let next: Sleeper | undefined;
  for (const one of sleepers) if (next === undefined || one.atMs < next.atMs) next = one;
  return next;
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
        const next = nextOf(sleepers);
        if (next === undefined || next.atMs > untilMs) break;
        sleepers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
      nowMs = untilMs;
    },
    nextWakeAtMs: () => nextOf(sleepers)?.atMs ?? Number.POSITIVE_INFINITY,
  };
}
