import type { Clock } from "../ports/clock.ts";

/** Longer timers overflow in the runtime and would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/** A timer that fires a little early is armed again, so that nothing happens before its time. */
const clockWith = (keepsProcessAlive: boolean, nowMs = (): number => Date.now()): Clock => ({
  nowMs,
  wakeAt(atMs, wake) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const waitMs = atMs - nowMs();
      timer = setTimeout(() => (nowMs() < atMs ? arm() : wake()), Math.min(Math.max(waitMs, 0), timerMaxMs));
      if (!keepsProcessAlive) timer.unref();
    };
    arm();
    return { cancel: () => clearTimeout(timer) };
  },
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
