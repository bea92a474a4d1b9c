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
