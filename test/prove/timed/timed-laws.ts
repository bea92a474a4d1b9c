import { attemptFaults } from "../../system/harness/laws/delivery-laws.ts";
import { earlyToleranceMs, lateToleranceMs } from "../../system/harness/time.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import type { Law } from "../laws.ts";

/** Something with a clock of its own: a delivery, a bot that must answer, an offer to agents. */
export interface Timed {
  readonly what: string;
  /** Those that reached the peer, in order. */
  readonly requests: readonly { readonly atMs: number }[];
  /** How often its end was seen, and when for the first time. */
  readonly ends: number;
  readonly endedAtMs: number | null;
  /** When it must end, had nothing been done to the service. */
  readonly dueAtMs: number;
}

export interface TimedHistory {
  /** The clock showed so much more that everything was overdue: an end that is early by time that passed is none. */
  readonly isAhead: boolean;
  readonly things: readonly Timed[];
  /** While the service could do nothing. */
  readonly outages: readonly Outage[];
}

/** An end that comes once, neither early nor late; what falls into an outage is due when that is over. */
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

/** What holds of every clock, however the service was held up. */
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
