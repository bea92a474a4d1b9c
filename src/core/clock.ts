import type { Clock, Wake } from "../ports/clock.ts";

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

const clockWith = (keepsProcessAlive: boolean, nowMs = (): number => Date.now()): Clock => ({
  nowMs,
  wakeAt: (atMs, wake) => new Timer(atMs, wake, nowMs, keepsProcessAlive),
});

/** The machine's own clock. */
export const systemClock = clockWith(true);

/** The same for work that no process has to stay for: its timers do not keep the process alive. */
export const backgroundClock = clockWith(false);

/**
 * The machine's clock as it was at the start, and what has passed since: nobody sets it, and its times have fractions. What another clock is
 * measured by.
 */
export const steadyClock = clockWith(true, () => performance.timeOrigin + performance.now());
