import { nextDeadline } from "../../../machines/delivery/delivery-steps.ts";

/** Lanes of which something is on its way, and those among them that wait for their next attempt. */
export interface LaneCount {
  readonly all: number;
  readonly waiting: number;
}

const ofDelivery = "delivery/";

/** What is in front of a lane has a deadline: for the outcome of its attempt, or for the next one. Takes the names of all that this process has. */
export function countLanes(deadlines: Iterable<string>): LaneCount {
  let all = 0;
  let waiting = 0;
  for (const name of deadlines) {
    if (!name.startsWith(ofDelivery)) continue;
    all += 1;
    if (name.endsWith(` ${nextDeadline}`)) waiting += 1;
  }
  return { all, waiting };
}
