import type { Clock } from "../ports/clock.ts";

/** Longer timers overflow in the runtime and would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/** The machine's own clock. A timer that fires a little early is armed again, so that nothing happens before its time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wakeAt(atMs, wake) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const waitMs = atMs - Date.now();
      timer = setTimeout(() => (Date.now() < atMs ? arm() : wake()), Math.min(Math.max(waitMs, 0), timerMaxMs));
    };
    arm();
    return { cancel: () => clearTimeout(timer) };
  },
};
