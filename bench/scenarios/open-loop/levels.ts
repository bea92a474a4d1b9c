import { medianOf } from "../../load/figures/statistics.ts";
import type { Percentiles } from "../../load/open-loop/latencies.ts";
import type { PaceReport } from "../../load/open-loop/pace.ts";
import type { Column, Contestant, Figures, Verdict } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

/** Percentages of a contestant's maximum. A higher maximum makes each of them harder, so there are also fixed rates. */
const shares = [30, 50, 70, 90] as const;
/** A rate that is nearer to the maximum than this is no steady load. */
const rateShareMax = 0.95;

interface Level {
  readonly name: string;
  /** `null`: the contestant cannot keep this rate. */
  perSecondOf(maximum: number): number | null;
}

export const shareName = (share: (typeof shares)[number]): string => `${share} % of its maximum`;
export const rateName = (perSecond: number): string => `${perSecond}/s`;

/** The parts of its own maximum, then the rates per second. */
const levelsOf = (rates: readonly number[]): readonly Level[] => [
  ...shares.map((share) => ({
    name: shareName(share),
    perSecondOf: (maximum: number) => Math.max(1, Math.round((maximum * share) / 100)),
  })),
  ...rates.map((rate) => ({
    name: rateName(rate),
    perSecondOf: (maximum: number) => (rate <= maximum * rateShareMax ? rate : null),
  })),
];

export const levelColumns: readonly Column[] = [
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

/** Loads a contestant whose maximum is known, at one level after the other. */
export async function measureLevels(
  rates: readonly number[],
  maximum: Figures,
  load: (perSecond: number) => Promise<Scheduled>,
): Promise<Figures> {
  const figures: Record<string, number> = { ...maximum };
  for (const { name, perSecondOf } of levelsOf(rates)) {
    const perSecond = perSecondOf(maximum["perSecond"] ?? Number.NaN);
    if (perSecond === null) continue;
    const row = figuresOf(perSecond, await load(perSecond));
    for (const [key, value] of Object.entries(row)) figures[`${name}, ${key}`] = value;
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

/** Returns a row for the maximum, and one for each level that was measured. */
export function splitLevels({ name, rounds }: Contestant, rates: readonly number[]): readonly Contestant[] {
  const rowOf = (level: string): Contestant => ({
    name: `${name}, ${level}`,
    rounds: rounds.map((round) =>
      Object.fromEntries(levelColumns.map(({ key }) => [key, round[`${level}, ${key}`] ?? Number.NaN])),
    ),
  });
  const ownKeys = (round: Figures): Figures =>
    Object.fromEntries(Object.entries(round).filter(([key]) => !key.includes(",")));
  const measured = levelsOf(rates).filter((level) => rounds.some((round) => `${level.name}, perSecond` in round));
  return [{ name: `${name}, its maximum`, rounds: rounds.map(ownKeys) }, ...measured.map((level) => rowOf(level.name))];
}

/** `contestant` is one as it was measured, not split. */
export function judgeLevel(contestant: Contestant, level: string, p99MsWanted: number): Verdict {
  const late = Math.max(...contestant.rounds.map((round) => round[`${level}, lateBy10Ms`] ?? Number.NaN));
  const doubt =
    late > latePercentMax ? `, but the load itself was late: ${late.toFixed(1)} % were begun 10 ms late` : "";
  const p99Ms = medianOf(contestant, `${level}, p99Ms`);
  const verdict = atMost(`${contestant.name}: p99 at ${level}`, p99Ms, p99MsWanted, "ms");
  return { ...verdict, measured: Number.isNaN(p99Ms) ? "it does not keep this rate" : `${verdict.measured}${doubt}` };
}

export const describeLevels = (figures: Figures): string => {
  const told = Object.entries(figures).flatMap(([key, value]) =>
    key.endsWith(", p99Ms") ? [`${key.slice(0, key.lastIndexOf(","))}: ${value.toFixed(1)}`] : [],
  );
  return `${Math.round(figures["perSecond"] ?? Number.NaN)}/s, p99 ms at ${told.join(", ")}`;
};
