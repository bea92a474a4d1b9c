import type { Contestant } from "../../scenarios/scenario.types.ts";
import { median } from "./statistics.ts";

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
