import type { AgentReply, AgentStep, Timed, Times } from "../../load/day/day-orders.ts";
import { percentile } from "../../load/figures/statistics.ts";
import { isOfSlowPart } from "../../peers/day/customer-system.ts";
import type { Column, Contestant, Figures } from "../scenario.types.ts";
import type { PhaseCost } from "./day-costs.ts";
import type { Day } from "./day-run.ts";
import { requestsOf } from "./day-table.ts";

/** What the people of a day reported. */
type Told = Pick<Day, "reports" | "arrivals" | "events" | "pages">;

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

/** Turns all times of one kind into figures. No other function does. */
export function figuresOf(times: readonly number[]): Figures {
  return {
    count: times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    p999Ms: percentile(times, 0.999),
    maxMs: percentile(times, 1),
  };
}

/** The times from when a reply or step was due until its receiver got it, and all times that the people measured themselves. */
export function joinTimes({ reports, arrivals, events, pages }: Told): Times {
  const { customers, agents, visitors } = reports;
  const cameAt = new Map(arrivals.toReversed().map((arrival) => [arrival.messageId, arrival]));
  const heardAt = new Map(
    pages.flatMap(({ heard }) => heard.map(({ chatId, seq, atMs }) => [`${chatId}:${seq}`, atMs] as const)),
  );
  const toldAt = new Map(events.toReversed().map(({ name, chat, atMs }) => [`${name} ${chat}`, atMs]));
  const slow = ({ messageId }: AgentReply): boolean => isOfSlowPart(cameAt.get(messageId)?.recipient ?? "");
  const came = ({ messageId }: AgentReply): number | undefined => cameAt.get(messageId)?.atMs;
  const told = (name: string) => (step: AgentStep) => toldAt.get(`${name} ${step.chatId}`);
  return merge([
    customers.times,
    agents.times,
    visitors.times,
    {
      delivery: untilKnown(
        agents.replies.filter((reply) => !slow(reply)),
        came,
      ),
      "slow delivery": untilKnown(agents.replies.filter(slow), came),
      "page delivery": untilKnown(agents.replies, ({ chatId, seq }) => heardAt.get(`${chatId}:${seq}`)),
      event: [
        ...untilKnown(agents.accepted, told("chat_accepted")),
        ...untilKnown(agents.closed, told("chat_finished")),
      ],
    },
  ]);
}

function untilKnown<Step extends AgentStep>(
  steps: readonly Step[],
  knownAt: (step: Step) => number | undefined,
): readonly Timed[] {
  return steps.flatMap((step): readonly Timed[] => {
    const atMs = knownAt(step);
    return atMs === undefined ? [] : [[step.dueAtMs, atMs - step.dueAtMs]];
  });
}

function merge(all: readonly Times[]): Times {
  const kinds = new Set(all.flatMap((times) => Object.keys(times)));
  return Object.fromEntries([...kinds].map((kind) => [kind, all.flatMap((times) => times[kind] ?? [])]));
}

/**
 * A row for each phase, with a row for each kind below it, and the day as the last row. `boundsMs` are on the shared clock. Times
 * after the last bound are left out.
 */
export function contestantsOf(times: Times, costs: readonly PhaseCost[], boundsMs: readonly number[]): Contestant[] {
  const isIn = (at: number) => (timed: Timed) => timed[0] >= (boundsMs[at] ?? 0) && timed[0] < (boundsMs[at + 1] ?? 0);
  const rows = costs.flatMap((cost, at) => rowsOf(cost, pick(times, isIn(at))));
  const inDay = pick(times, ([dueAtMs]) => dueAtMs < (boundsMs.at(-1) ?? 0));
  return [...rows, ...rowsOf(sumOf(costs), inDay)].map(({ name, figures }) => ({ name, rounds: [figures] }));
}

/** Returns how many requests these are for the service. */
export const countRequests = (all: readonly Times[]): number =>
  all
    .flatMap((times) => Object.entries(times))
    .reduce((sum, [kind, { length }]) => sum + length * (requestsOf[kind] ?? 0), 0);

const pick = (times: Times, isMeant: (timed: Timed) => boolean): Times =>
  Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, all.filter(isMeant)]));

interface Row {
  readonly name: string;
  readonly figures: Figures;
}

function rowsOf({ name, ...cost }: PhaseCost, times: Times): readonly Row[] {
  const kinds = Object.keys(requestsOf).filter((kind) => (times[kind]?.length ?? 0) > 0);
  const requests = countRequests([times]);
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
