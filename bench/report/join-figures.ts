import type { ScenarioResult } from "../scenarios/scenario.types.ts";
import type { FiguresFile } from "./figures-file.ts";

/** One run among those that are reported together. */
export interface Part extends Omit<FiguresFile, "results"> {
  /** From 1, in the order in which they ran. */
  readonly number: number;
  /** What of it is reported. */
  readonly scenarios: readonly string[];
}

export interface JoinedFigures {
  readonly parts: readonly Part[];
  readonly scenarios: readonly ReportedScenario[];
}

export interface ReportedScenario {
  readonly name: string;
  readonly result: ScenarioResult;
  /** Number of the part it is from. */
  readonly part: number;
}

/**
 * Runs of several scenarios, one after the other. Of a scenario that ran more than once the last run counts; a run of which nothing counts
 * is left out. Scenarios come in the order of `names`, then any others.
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
