import type { OwnersEvent } from "../../load/clients/owners-server.ts";
import type { Arrival, Timed, Times } from "../../load/day/day-orders.ts";
import { percentile } from "../../load/figures/statistics.ts";
import { isOfSlowPart } from "../../peers/day/customer-system.ts";
import type { Column, Contestant, Figures } from "../scenario.types.ts";
import type { PhaseCost } from "./day-costs.ts";
import type { DayReports } from "./day-stage.ts";
import { requestsOf } from "./day-table.ts";

export const dayColumns: readonly Column[] = [
  { key: "count", heading: "count", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "p999Ms", heading: "p99.9 ms", digits: 1, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 0, summary: "max" },
  { key: "cpuUsPerRequest", heading: "CPU us/request", digits: 0, summary: "median" },
  { key: "mainUsPerRequest", heading: "main thread", digits: 0, summary: "median" },
  { key: "rssStartMib", heading: "RSS MiB at first", digits: 0, summary: "median" },
  { key: "rssPeakMib", heading: "peak", digits: 0, summary: "max" },
  { key: "rssEndMib", heading: "at last", digits: 0, summary: "median" },
  { key: "longestStopMs", heading: "loop stop ms", digits: 0, summary: "max" },
];

/** What became of all of one kind: the one place where times become figures. */
export function figuresOf(times: readonly number[]): Figures {
  return {
    count: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    p999Ms: percentile(times, 0.999),
    maxMs: percentile(times, 1),
  };
}

/** From when a reply or a step was to be made until it came to whom it was for. */
export function joinTimes(
  { customers, agents }: DayReports,
  arrivals: readonly Arrival[],
  events: readonly OwnersEvent[],
): Times {
  const firstArrival = new Map(arrivals.toReversed().map((arrival) => [arrival.messageId, arrival]));
  const firstEvent = new Map(events.toReversed().map((event) => [`${event.name} ${event.chat}`, event]));
  const delivery: Timed[] = [];
  const slow: Timed[] = [];
  for (const { messageId, dueAtMs } of agents.replies) {
    const arrival = firstArrival.get(messageId);
    if (arrival === undefined) continue;
    (isOfSlowPart(arrival.recipient) ? slow : delivery).push([dueAtMs, arrival.atMs - dueAtMs]);
  }
  const event = (["chat_accepted", "chat_finished"] as const).flatMap((name) =>
    (name === "chat_accepted" ? agents.accepted : agents.closed).flatMap(({ chatId, dueAtMs }): readonly Timed[] => {
      const came = firstEvent.get(`${name} ${chatId}`);
      return came === undefined ? [] : [[dueAtMs, came.atMs - dueAtMs]];
    }),
  );
  return { ...customers.times, ...agents.times, delivery, "slow delivery": slow, event };
}

/** A row for each phase, and below it one for each kind; at last the day. `boundsMs` are on the shared clock; what came after the last is left out. */
export function contestantsOf(times: Times, costs: readonly PhaseCost[], boundsMs: readonly number[]): Contestant[] {
  const isIn = (at: number) => (timed: Timed) => timed[0] >= (boundsMs[at] ?? 0) && timed[0] < (boundsMs[at + 1] ?? 0);
  const rows = costs.flatMap((cost, at) => rowsOf(cost, pick(times, isIn(at))));
  const inDay = pick(times, ([dueAtMs]) => dueAtMs < (boundsMs.at(-1) ?? 0));
  return [...rows, ...rowsOf(sumOf(costs), inDay)].map(({ name, figures }) => ({ name, rounds: [figures] }));
}

const pick = (times: Times, isMeant: (timed: Timed) => boolean): Times =>
  Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, all.filter(isMeant)]));

interface Row {
  readonly name: string;
  readonly figures: Figures;
}

function rowsOf({ name, ...cost }: PhaseCost, times: Times): readonly Row[] {
  const kinds = Object.keys(requestsOf).filter((kind) => (times[kind]?.length ?? 0) > 0);
  const requests = kinds.reduce((sum, kind) => sum + (times[kind]?.length ?? 0) * (requestsOf[kind] ?? 0), 0);
  const total: Figures = {
    ...cost,
    count: requests,
    cpuUsPerRequest: cost.cpuUs / requests,
    mainUsPerRequest: cost.mainUs / requests,
  };
  const each = kinds.map((kind) => ({
    name: `  ${kind}`,
    figures: figuresOf((times[kind] ?? []).map(([, tookMs]) => tookMs)),
  }));
  return [{ name, figures: total }, ...each];
}

const sumOf = (costs: readonly PhaseCost[]): PhaseCost => {
  const sum = (of: (cost: PhaseCost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  const most = (of: (cost: PhaseCost) => number): number => Math.max(...costs.map(of));
  return {
    name: "the day",
    seconds: sum(({ seconds }) => seconds),
    cpuUs: sum(({ cpuUs }) => cpuUs),
    mainUs: sum(({ mainUs }) => mainUs),
    rssStartMib: costs[0]?.rssStartMib ?? Number.NaN,
    rssPeakMib: most(({ rssPeakMib }) => rssPeakMib),
    rssEndMib: costs.at(-1)?.rssEndMib ?? Number.NaN,
    longestStopMs: most(({ longestStopMs }) => longestStopMs),
    stopP99Ms: most(({ stopP99Ms }) => stopP99Ms),
  };
};
