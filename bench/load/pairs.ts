import type { Contestant } from "../scenarios/scenario.types.ts";
import { median } from "./statistics.ts";

/** How the second compares with the first, round by round: two of a round ran one right after the other, on a machine in the same mood. */
export interface Pairs {
  /** By what share the second has more, the median of the rounds; below 0 it has less. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function comparePairs(first: Contestant, second: Contestant, key: string): Pairs {
  const shares = first.rounds.map(
    (round, index) => (second.rounds[index]?.[key] ?? Number.NaN) / (round[key] ?? Number.NaN) - 1,
  );
  return { median: median(shares), least: Math.min(...shares), most: Math.max(...shares) };
}

export const describePairs = ({ median: middle, least, most }: Pairs): string =>
  `${percent(middle)} (${percent(least)} to ${percent(most)})`;

const percent = (share: number): string => `${share < 0 ? "" : "+"}${(share * 100).toFixed(1)} %`;
