import type { Clock } from "../../../../../src/ports/clock.ts";
import { world } from "./world.ts";

/** A clock with the simulation's time, which nobody sets. */
const clock: Clock = {
  nowMs: () => world().time.nowMs,
  wakeAt: (atMs, wake) => world().time.at(atMs, wake),
};

/** The simulation checks no metrics, so the precision does not matter. */
export const momentMs = (): number => clock.nowMs();

/** Nothing has another thread here. */
export const monotonicMs = (): number => clock.nowMs();

export { clock as backgroundClock, clock as steadyClock, clock as systemClock };
