import { median } from "../load/figures/statistics.ts";

/** How the new side compares with the old one in one figure. */
export interface Paired {
  /** The median of the pairs' ratios, new to old. */
  readonly ratio: number;
  /** Between these lies the middle half of them. */
  readonly lower: number;
  readonly upper: number;
  /** Between these lies their true median with 95 % certainty; `null` when there are too few pairs to say. */
  readonly interval: readonly [number, number] | null;
}

export type Verdict = "apart" | "noise" | "few";

const certainty = 0.95;

export function comparePaired(old: readonly number[], fresh: readonly number[]): Paired {
  const ratios = old.map((value, at) => (fresh[at] ?? Number.NaN) / value);
  return {
    ratio: median(ratios),
    lower: quantile(ratios, 0.25),
    upper: quantile(ratios, 0.75),
    interval: intervalOf(ratios),
  };
}

/** With straight lines between the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Where the true median lies: the sign test turned round, which asks nothing of how the values are spread. So many values are left out at
 * either end as chance alone would leave beyond the median in less than one case of twenty.
 */
export function intervalOf(values: readonly number[]): readonly [number, number] | null {
  const sorted = values.toSorted((left, right) => left - right);
  const count = sorted.length;
  let chance = 0.5 ** count;
  let left = 0;
  for (let tail = chance; tail <= (1 - certainty) / 2; left += 1) {
    chance *= (count - left) / (left + 1);
    tail += chance;
  }
  const [low, high] = [sorted[left - 1], sorted[count - left]];
  return low === undefined || high === undefined ? null : [low, high];
}
