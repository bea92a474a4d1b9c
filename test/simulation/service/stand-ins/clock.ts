import type { Clock } from "../../../../src/ports/clock.ts";
import { world } from "./world.ts";

/** By the simulation's time, which nobody sets. */
const clock: Clock = {
  nowMs: () => world().time.nowMs,
  wakeAt: (atMs, wake) => world().time.at(atMs, wake),
};

/** No metric is looked at in the simulation. */
export const momentMs = (): number => clock.nowMs();

export { clock as backgroundClock, clock as steadyClock, clock as systemClock };
