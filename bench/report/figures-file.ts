import { readFileSync } from "node:fs";
import { BenchError } from "../load/bench-error.ts";
import type { MachineFacts, Versions } from "../load/service/machine.ts";
import type { MachineState } from "../load/service/machine-state.ts";
import type { ScenarioResult } from "../scenarios/scenario.types.ts";

/** The file of one run; NaN values are `null` in it. */
export interface FiguresFile {
  readonly startedAt: string;
  readonly machine: MachineFacts;
  readonly machineBefore: MachineState;
  readonly machineAfter: MachineState;
  readonly versions: Versions;
  readonly options: Readonly<Record<string, unknown>>;
  readonly results: Readonly<Record<string, ScenarioResult>>;
}

const keys = ["startedAt", "machine", "machineBefore", "machineAfter", "versions", "options", "results"] as const;

/** Throws a sentence for a file that is not from a run of scenarios. */
export function readFigures(path: string): FiguresFile {
  const figures = parse(path);
  const missing = keys.filter((key) => !isObject(figures) || figures[key] === undefined);
  if (missing.length > 0)
    throw new BenchError(`${path}: expected the figures of a run of scenarios, it has no ${missing.join(", ")}`);
  const file = figures as FiguresFile;
  for (const [name, result] of Object.entries(file.results)) {
    if (!isObject(result) || !Array.isArray(result["contestants"]) || !Array.isArray(result["profile"]))
      throw new BenchError(`${path}: expected results of scenarios, "${name}" is none`);
  }
  return file;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new BenchError(`${path}: expected a file of figures, ${error instanceof Error ? error.message : error}`);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
