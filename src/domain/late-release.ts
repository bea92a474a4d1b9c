import type { Release } from "../actors/draft.ts";
import type { Clock } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";

/**
 * The maximum time between the composition of a commit and the release of its effects. It is shorter than the silence after which
 * other processes treat a process as dead and carry out its stored work (5 s).
 */
const leavesWithinMs = 3_000;
/** The same for a single process. The deadline of an attempt or a call is this much longer than the time limit of the request. */
const leavesAloneWithinMs = 5_000;

export type IsLate = (release: Pick<Release, "atMs">) => boolean;

/**
 * Whether the deadline of a released effect may fire before its outcome is known. That is so if the commit took too long, or if
 * this process stopped for a while after it. The next attempt would then run in parallel with this one, in this process or in the
 * process that took the deadline over. Source: DEL-02, CALL-06.
 */
export const createIsLate = ({
  peers,
  clock,
}: {
  readonly peers: Pick<Peers, "isAlone">;
  readonly clock: Clock;
}): IsLate => {
  const withinMs = peers.isAlone ? leavesAloneWithinMs : leavesWithinMs;
  return ({ atMs }) => clock.nowMs() - atMs > withinMs;
};
