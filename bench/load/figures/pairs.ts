import type { Contestant } from "../../scenarios/scenario.types.ts";
import { median } from "./statistics.ts";

/** How the second compares with the first, turn by turn: two of a turn ran one right after the other, on a machine in the same mood. */
export interface Pairs {
  /** By what share the second has more, the median of the turns; below 0 it has less. */
  readonly median: number;
  /** Between these lies the middle half of the turns. */
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
