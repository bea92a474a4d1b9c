import type { Clock } from "../ports/clock.ts";

/** The value of the work; null when the time is over first. The work then continues. */
export function within<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value | null> {
  let onTime: () => void = () => undefined;
  const timeUp = new Promise<null>((resolve) => {
    onTime = () => resolve(null);
  });
  const wake = clock.wakeAt(clock.nowMs() + ms, onTime);
  return Promise.race([work, timeUp]).finally(() => wake.cancel());
}
