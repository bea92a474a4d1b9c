import type { Column, Contestant, Figures } from "../../scenarios/scenario.types.ts";

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the smallest value that at least this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const medianOf = (contestant: Contestant, key: string): number =>
  median(contestant.rounds.map((round) => round[key] ?? Number.NaN));

export function summarize(column: Column, rounds: readonly Figures[]): number {
  const values = rounds.map((round) => round[column.key] ?? Number.NaN);
  return column.summary === "median" ? median(values) : Math.max(...values);
}

/**
 * Compares the second with the first, turn by turn. The two slices of a turn ran directly one after the other, under the same
 * load of the machine.
 */
export interface Pairs {
  /** How much more the second has, as a share of the first: the median of the turns. Below 0 it has less. */
  readonly median: number;
  /** The middle half of the turns is between these. */
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

export function comparePairs(first: Contestant, second: Contestant, key: string): Pairs {
  const shares = first.rounds
    .map((round, index) => (second.rounds[index]?.[key] ?? Number.NaN) / (round[key] ?? Number.NaN) - 1)
    .sort((left, right) => left - right);
  const quarter = Math.floor(shares.length / 4);
  return {
    median: median(shares),
    lower: shares[quarter] ?? Number.NaN,
    upper: shares.at(-1 - quarter) ?? Number.NaN,
    count: shares.length,
  };
}

export const describePairs = ({ median: middle, lower, upper, count }: Pairs): string =>
  `${percent(middle)} (half of ${count}: ${percent(lower)} to ${percent(upper)})`;

const percent = (share: number): string => `${share < 0 ? "" : "+"}${(share * 100).toFixed(1)} %`;
