import type { Release } from "../actors/draft.ts";
import type { Clock } from "../ports/clock.ts";
import type { Peers } from "../ports/peers.ts";

/**
 * How much later than its commit was put together an effect may still leave. Shorter than the silence after which others take a process for dead
 * and carry out what it stored to be done (5 s).
 */
const leavesWithinMs = 3_000;

export type IsLate = (release: Pick<Release, "atMs">) => boolean;

/**
 * Whether a released effect may be somebody else's by now: this process stood still between the commit and this moment, and others may have
 * fired the deadline behind it. A process that is alone does everything, however late. Source: DEL-02, CALL-06.
 */
export const createIsLate =
  ({ peers, clock }: { readonly peers: Pick<Peers, "isAlone">; readonly clock: Clock }): IsLate =>
  ({ atMs }) =>
    !peers.isAlone && clock.nowMs() - atMs > leavesWithinMs;
