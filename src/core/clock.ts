import type { Clock, Wake } from "../ports/clock.ts";

/** A clock that is set back by less is followed. */
const followedBackMs = 1_000;
/** Longer timers overflow in the runtime and would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/**
 * One timer. It fires no earlier than its time: one that came a little early is armed again. Once it is over it lets go of what it
 * would have called, so that whoever keeps a timer keeps nothing of the request it was for.
 */
class Timer implements Wake {
  readonly #atMs: number;
  readonly #nowMs: () => number;
  readonly #keepsProcessAlive: boolean;
  #wake: (() => void) | null;
  #timeout: NodeJS.Timeout | null = null;

  constructor(atMs: number, wake: () => void, nowMs: () => number, keepsProcessAlive: boolean) {
    this.#atMs = atMs;
    this.#wake = wake;
    this.#nowMs = nowMs;
    this.#keepsProcessAlive = keepsProcessAlive;
    this.#arm();
  }

  cancel(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout);
    this.#timeout = null;
    this.#wake = null;
  }

  static readonly #ring = (timer: Timer): void => {
    if (timer.#nowMs() < timer.#atMs) {
      timer.#arm();
      return;
    }
    const wake = timer.#wake;
    timer.#timeout = null;
    timer.#wake = null;
    wake?.();
  };

  #arm(): void {
    const waitMs = this.#atMs - this.#nowMs();
    this.#timeout = setTimeout(Timer.#ring, Math.min(Math.max(waitMs, 0), timerMaxMs), this);
    if (!this.#keepsProcessAlive) this.#timeout.unref();
  }
}

/** A moment to measure from, in milliseconds with fractions; nobody sets it. For metrics alone: nothing is decided by it. */
export const momentMs = (): number => performance.now();

const steadyMs = (): number => performance.timeOrigin + performance.now();

/**
 * The time of a clock that others set, for whoever must not stand still: one that is set back by more than a second is not followed, for all
 * that waits would wait so much longer. Forward it is followed; a machine that slept tells so.
 */
export function createForwardTime(wallMs: () => number, steadyMs: () => number): () => number {
  let offsetMs = wallMs() - steadyMs();
  return () => {
    const steady = steadyMs();
    const wall = wallMs();
    const behindMs = steady + offsetMs - wall;
    if (behindMs > followedBackMs) return Math.floor(steady + offsetMs);
    offsetMs = wall - steady;
    return wall;
  };
}

const forwardMs = createForwardTime(() => Date.now(), steadyMs);

const clockWith = (keepsProcessAlive: boolean, nowMs = forwardMs): Clock => ({
  nowMs,
  wakeAt: (atMs, wake) => new Timer(atMs, wake, nowMs, keepsProcessAlive),
});

/** The machine's own clock, but that it is not set back while the process lives. */
export const systemClock = clockWith(true);

/** The same for work that no process has to stay for: its timers do not keep the process alive. */
export const backgroundClock = clockWith(false);

/**
 * The machine's clock as it was at the start, and what has passed since: nobody sets it, and its times have fractions. What another clock is
 * measured by.
 */
export const steadyClock = clockWith(true, steadyMs);
