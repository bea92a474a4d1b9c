import type { Clock, Wake } from "../ports/clock.ts";

/** A clock that is set back by less than this is followed. */
const followedBackMs = 1_000;
/** Longer timers overflow in the runtime and would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/**
 * One timer. It never fires before its time: one that woke a little early is armed again. After its end it drops its callback, so that a
 * kept timer does not keep its request in memory.
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

/** A moment for measuring, in milliseconds with fractions; nobody can set it. Only for metrics: no decision may depend on it. */
export const momentMs = (): number => performance.now();

/** Milliseconds on a clock that nobody can set. It is the same in all threads, which each have their own start of `performance`. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const steadyMs = (): number => performance.timeOrigin + performance.now();

/**
 * The time of a clock that others can set, for a service that must not stop. When the clock is set back by more than a second, this time
 * does not follow, because every waiting timer would wait that much longer. It follows forward: a machine that slept is an example.
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
  steadyMs,
  wakeAt: (atMs, wake) => new Timer(atMs, wake, nowMs, keepsProcessAlive),
});

/** The machine's own clock, except that it is not set back while the process lives. */
export const systemClock = clockWith(true);

/** The same for work that may end with the process: its timers do not keep the process alive. */
export const backgroundClock = clockWith(false);

/**
 * The machine's clock at the start plus the time since: nobody can set it, and its times have fractions. Other clocks are measured against
 * it.
 */
export const steadyClock = clockWith(true, steadyMs);
