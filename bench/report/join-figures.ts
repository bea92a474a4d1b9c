import type { ScenarioResult } from "../scenarios/scenario.types.ts";
import type { FiguresFile } from "./figures-file.ts";

/** One run among those that are reported together. */
export interface Part extends Omit<FiguresFile, "results"> {
  /** Counted from 1, in the order in which the runs ran. */
  readonly number: number;
  /** The scenarios of this run that are reported. */
  readonly scenarios: readonly string[];
}

export interface JoinedFigures {
  readonly parts: readonly Part[];
  readonly scenarios: readonly ReportedScenario[];
}

export interface ReportedScenario {
  readonly name: string;
  readonly result: ScenarioResult;
  /** The number of its part. */
  readonly part: number;
}

/**
 * Joins several runs. If a scenario ran more than once, its last run counts; a run without a counted scenario is left out. Scenarios are
 * in the order of `names`, then all others.
 */
export function joinFigures(files: readonly FiguresFile[], names: readonly string[]): JoinedFigures {
  const inOrder = files.toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : 1));
  const latest = new Map<string, { readonly result: ScenarioResult; readonly file: FiguresFile }>();
  for (const file of inOrder) {
    for (const [name, result] of Object.entries(file.results)) latest.set(name, { result, file });
  }
  const reported = inOrder.filter((file) => [...latest.values()].some((each) => each.file === file));
  const found = [
    ...names.filter((name) => latest.has(name)),
    ...[...latest.keys()].filter((name) => !names.includes(name)),
  ];
  const scenarios = found.flatMap((name) => {
    const { result, file } = latest.get(name) ?? {};
    return result === undefined || file === undefined ? [] : [{ name, result, part: reported.indexOf(file) + 1 }];
  });
  const parts = reported.map(({ results: _, ...file }, at) => ({
    ...file,
    number: at + 1,
    scenarios: scenarios.filter(({ part }) => part === at + 1).map(({ name }) => name),
  }));
  return { parts, scenarios };
}
