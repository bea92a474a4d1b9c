import type { Release } from "../actors/draft.ts";
import type { Clock } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";

/**
 * How much later than its commit was put together an effect may still leave. Shorter than the silence after which others take a process for dead
 * and carry out what it stored to be done (5 s).
 */
const leavesWithinMs = 3_000;
/** The same for a process that is alone: the deadline behind an attempt or a call waits so much longer than the request may take. */
const leavesAloneWithinMs = 5_000;

export type IsLate = (release: Pick<Release, "atMs">) => boolean;

/**
 * Whether the deadline behind a released effect may fire before its outcome is known: the commit took too long, or this process stood still behind
 * it. Then the next attempt would leave beside this one, from here or from the process that took the deadline over. Source: DEL-02, CALL-06.
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
