import { median } from "../load/figures/statistics.ts";

/** The comparison of the new side with the old side in one figure. */
export interface Paired {
  /** The median of the pairs' ratios of new to old. */
  readonly ratio: number;
  /** The middle half of the ratios is between these. */
  readonly lower: number;
  readonly upper: number;
  /** The true median is between these with 95 % confidence; `null` with too few pairs. */
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
 * Decides whether the sides differ by more than chance: the interval excludes 1, and every launch agrees. V8 may compile one process
 * better than the next of the same build, which the pairs of one launch cannot show. So the launches' medians must be closer together
 * than the median of all pairs is to 1.
 */
export function judge({ ratio, interval }: Paired, launchMedians: readonly number[]): Verdict {
  if (interval === null) return "few";
  const [low, high] = interval;
  const spread = Math.max(...launchMedians) - Math.min(...launchMedians);
  const areOneSided = launchMedians.every((each) => each > 1 === ratio > 1);
  return (low > 1 || high < 1) && areOneSided && spread < Math.abs(ratio - 1) ? "apart" : "noise";
}

/** Interpolates linearly between the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Returns the interval of the true median by the inverted sign test, which assumes no distribution. It drops the same number of
 * values at each end. Chance alone would place that many beyond the median in less than one case of twenty.
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
