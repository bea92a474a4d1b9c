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

export const ratiosOf = (old: readonly number[], fresh: readonly number[]): readonly number[] =>
  old.map((value, at) => (fresh[at] ?? Number.NaN) / value);

export function comparePaired(old: readonly number[], fresh: readonly number[]): Paired {
  const ratios = ratiosOf(old, fresh);
  return {
    ratio: median(ratios),
    lower: quantile(ratios, 0.25),
    upper: quantile(ratios, 0.75),
    interval: intervalOf(ratios),
  };
}

/**
 * Whether the sides differ by more than chance: the interval leaves 1 out, and every launch says the same. One process may be compiled
 * better than the next of the same build, which its own pairs cannot tell: the launches' medians must lie closer together than the
 * median of all pairs is to 1.
 */
export function judge({ ratio, interval }: Paired, launchMedians: readonly number[]): Verdict {
  if (interval === null) return "few";
  const [low, high] = interval;
  const spread = Math.max(...launchMedians) - Math.min(...launchMedians);
  const areOneSided = launchMedians.every((each) => each > 1 === ratio > 1);
  return (low > 1 || high < 1) && areOneSided && spread < Math.abs(ratio - 1) ? "apart" : "noise";
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
