import { medianOf } from "../../load/figures/statistics.ts";
import type { Percentiles } from "../../load/open-loop/latencies.ts";
import type { PaceReport } from "../../load/open-loop/pace.ts";
import type { Column, Contestant, Figures, Verdict } from "../scenario.types.ts";

/** Percentages of a contestant's maximum. */
const shares = [30, 50, 70, 90] as const;

export const shareColumns: readonly Column[] = [
  { key: "perSecond", heading: "per second", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p90Ms", heading: "p90", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99", digits: 2, summary: "median" },
  { key: "p999Ms", heading: "p99.9", digits: 2, summary: "median" },
  { key: "p9999Ms", heading: "p99.99", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max", digits: 1, summary: "max" },
  { key: "waited", heading: "waited for room", digits: 0, summary: "max" },
  { key: "lateBy1Ms", heading: "begun 1 ms late %", digits: 2, summary: "median" },
  { key: "lateBy10Ms", heading: "10 ms late %", digits: 2, summary: "max" },
  { key: "unanswered", heading: "unanswered", digits: 0, summary: "max" },
];

/** The result of one load by a schedule. */
export interface Scheduled {
  readonly latency: Percentiles;
  readonly pace: PaceReport;
  /** Messages or turns that began and got no answer. */
  readonly unanswered: number;
}

/** At most this percentage may begin more than 10 ms late. With more, the percentiles describe the load, not the contestant. */
const latePercentMax = 0.1;

/** Loads a contestant whose maximum is known with one part of it after the other. */
export async function measureShares(
  maximum: Figures,
  load: (perSecond: number) => Promise<Scheduled>,
): Promise<Figures> {
  const figures: Record<string, number> = { ...maximum };
  for (const share of shares) {
    const perSecond = Math.max(1, Math.round(((maximum["perSecond"] ?? Number.NaN) * share) / 100));
    const row = figuresOf(perSecond, await load(perSecond));
    for (const [key, value] of Object.entries(row)) figures[`${share}.${key}`] = value;
  }
  return figures;
}

function figuresOf(perSecond: number, { latency, pace, unanswered }: Scheduled): Figures {
  const percent = (count: number): number => (count * 100) / Math.max(1, pace.begun);
  return {
    perSecond,
    ...latency,
    waited: pace.waited,
    lateBy1Ms: percent(pace.lateBy1Ms),
    lateBy10Ms: percent(pace.lateBy10Ms),
    unanswered: unanswered + pace.unbegun,
  };
}

const rowName = (name: string, share: number): string => `${name}, ${share} %`;

/** Returns a row for the maximum, and one for each part of it. */
export function splitShares({ name, rounds }: Contestant): readonly Contestant[] {
  const rowOf = (share: number): Contestant => ({
    name: rowName(name, share),
    rounds: rounds.map((round) =>
      Object.fromEntries(shareColumns.map(({ key }) => [key, round[`${share}.${key}`] ?? Number.NaN])),
    ),
  });
  const ownKeys = (round: Figures): Figures =>
    Object.fromEntries(Object.entries(round).filter(([key]) => !key.includes(".")));
  return [{ name: `${name}, its maximum`, rounds: rounds.map(ownKeys) }, ...shares.map(rowOf)];
}

/** `contestant` is one as it was measured, not split. */
export function judgeShare(contestant: Contestant, share: (typeof shares)[number], p99MsWanted: number): Verdict {
  const p99Ms = medianOf(contestant, `${share}.p99Ms`);
  const late = Math.max(...contestant.rounds.map((round) => round[`${share}.lateBy10Ms`] ?? Number.NaN));
  const doubt =
    late > latePercentMax ? `, but the load itself was late: ${late.toFixed(1)} % were begun 10 ms late` : "";
  return {
    name: `${contestant.name}: p99 at ${share} % of its maximum`,
    target: `<= ${p99MsWanted} ms`,
    measured: `${p99Ms.toFixed(2)} ms${doubt}`,
    isMet: p99Ms <= p99MsWanted,
  };
}

export const describeShares = (figures: Figures): string => {
  const p99 = (share: number): string => (figures[`${share}.p99Ms`] ?? Number.NaN).toFixed(1);
  const told = shares.map((share) => `${share} %: ${p99(share)}`).join(", ");
  return `${Math.round(figures["perSecond"] ?? Number.NaN)}/s, p99 ms at ${told}`;
};
