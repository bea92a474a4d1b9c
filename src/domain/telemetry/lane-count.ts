import { nextDeadline } from "../../../machines/delivery/delivery-steps.ts";

/** The number of lanes with a delivery in progress, and how many of them wait for their next attempt. */
export interface LaneCount {
  readonly all: number;
  readonly waiting: number;
}

const ofDelivery = "delivery/";

/**
 * Counts the lanes by deadlines: the first delivery of a lane has a deadline for the outcome of its attempt, or for its next
 * attempt. `deadlines` are the names of all deadlines of this process.
 */
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
