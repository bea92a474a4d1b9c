import { standingMachine } from "../plan/pinned-plans.ts";
import type { Plan } from "../plan/plan.ts";

/** For each planted bug, the first seed from 1 that finds it, or a plan if a test would need too many seeds. */
export const knownSeeds: Readonly<Record<string, number | Plan>> = {
  "a journal that does not wait for the disk": 1,
  "a new segment whose name is not synced": 2,
  "segments given back before their rows are on the disk": 28,
  "a record taken without its checksum": 21,
  "an answer before the commit": 1,
  "an effect before the commit": 21,
  "timers that are not armed again after a restart": 1,
  "attempts that a restart cut off and nobody ends": 1,
  "timers that ring a second early": 24,
  "an attempt that leaves beside its deadline": 22,
  "a mark that is not stored with its message": 6,
  "a lane that takes the last first": 2,
  "a lane that is lost at a failure": 1,
  "a fourth attempt": 10,
  "attempts counted anew after a restart": 12,
  "a chat that a second agent may take": 5,
  "an event for the owner whose body is made anew": 8,
  "a desk that misses the first of what it missed": 12,
  "a cursor ahead of what is shown": 1,
  "a page that misses what was said while it was away": 12,
  "an agent who stays after the desk has gone": 13,
  "a client on the blacklist who is offered all the same": 4,
  "rows that are marked applied before they are": 544,
  "a numbering that goes back after a restart": 6,
  "retention that takes an open chat": 1,
  "a removal that nobody finishes after a crash": 13,
  "a machine that answers before it knows what it missed": standingMachine,
};
