import { attemptFaults } from "../../system/harness/laws/delivery-laws.ts";
import { earlyToleranceMs, lateToleranceMs } from "../../system/harness/time.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import type { Law } from "../laws.ts";

/** An object with its own timer: a delivery, a bot that must respond, an offer to agents. */
export interface Timed {
  readonly what: string;
  /** The requests that reached the peer, in order. */
  readonly requests: readonly { readonly atMs: number }[];
  /** How often the end was seen; `endedAtMs` is the first time. */
  readonly ends: number;
  readonly endedAtMs: number | null;
  /** The time of its end if the service is not disturbed. */
  readonly dueAtMs: number;
}

export interface TimedHistory {
  /** True if the clock was set so far forward that all timers were overdue. Then an early end, measured in elapsed time, is correct. */
  readonly isAhead: boolean;
  readonly things: readonly Timed[];
  /** Periods in which the service could do nothing. */
  readonly outages: readonly Outage[];
}

/** Checks that an end happens once, neither early nor late. An end that falls into an outage is due when the outage is over. */
function endFaults({ what, ends, endedAtMs, dueAtMs }: Timed, { outages, isAhead }: TimedHistory): readonly string[] {
  if (endedAtMs === null) return [`${what} never ended`];
  const faults = ends === 1 ? [] : [`${what} ended ${ends} times`];
  const outage = outages.find(({ killedAtMs, deskReadyAtMs }) => killedAtMs <= dueAtMs && dueAtMs <= deskReadyAtMs);
  const lateMs = endedAtMs - (outage?.deskReadyAtMs ?? dueAtMs);
  if (!isAhead && dueAtMs - endedAtMs > earlyToleranceMs())
    faults.push(`${what} ended ${Math.round(dueAtMs - endedAtMs)} ms early`);
  if (lateMs > lateToleranceMs()) faults.push(`${what} ended ${Math.round(lateMs)} ms late`);
  return faults;
}

/** The laws of every timer, regardless of the disturbance. */
export const timedLaws: readonly Law<TimedHistory>[] = [
  {
    promise: "attempts",
    about: "requests, three at most, none early, none late",
    faults: ({ things, outages, isAhead }) =>
      things.flatMap(({ what, requests }) =>
        attemptFaults(requests, outages, isAhead).map((fault) => `${what}: ${fault}`),
      ),
    seen: ({ things }) => things.reduce((sum, { requests }) => sum + requests.length, 0),
  },
  {
    promise: "every clock",
    about: "deadlines, each met once and in time",
    faults: (history) => history.things.flatMap((thing) => endFaults(thing, history)),
    seen: ({ things }) => things.length,
  },
];
