import type { BenchOptions } from "../load/options.ts";
import type { Profiled } from "../load/profile/profile.ts";

/** The values that one round measured, by column. */
export type Figures = Readonly<Record<string, number>>;

export interface Column {
  readonly key: string;
  readonly heading: string;
  readonly digits: number;
  /** How the values of the rounds become one value. */
  readonly summary: "median" | "max";
}

/** A measured server, with every round's values. */
export interface Contestant {
  readonly name: string;
  readonly rounds: readonly Figures[];
}

/** A target. A missed target is printed and fails nothing: the machine may be the reason. */
export interface Verdict {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  /** `null`: there is no target. */
  readonly isMet: boolean | null;
}

/** A condition that must be true on any machine. */
export interface Check {
  readonly name: string;
  /** What was checked. */
  readonly detail: string;
  /** Empty when nothing is wrong. */
  readonly mistakes: readonly string[];
}

export interface ScenarioResult {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
  /** The contestants that ran under the profiler, if the profiler was requested. */
  readonly profile: readonly Profiled[];
}

export interface BenchContext {
  readonly options: BenchOptions;
  /** A folder that belongs to this run alone, on the disk that the service would use. */
  readonly workFolder: string;
  /** A folder that remains after the run. */
  readonly cacheFolder: string;
  progress(line: string): void;
}

export type Scenario = (context: BenchContext) => Promise<ScenarioResult>;
