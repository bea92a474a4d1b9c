import type { BenchOptions } from "../load/options.ts";
import type { Profiled } from "../load/profile/profile.ts";
import type { MeasuredNode } from "../load/service/measured-node.ts";

/** The measured values of one round, by column. */
export type Figures = Readonly<Record<string, number>>;

export interface Column {
  readonly key: string;
  readonly heading: string;
  readonly digits: number;
  /** How the rounds become one value. */
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

/** Something that must be right on any machine. */
export interface Check {
  readonly name: string;
  /** What was checked. */
  readonly detail: string;
  /** Empty when all is right. */
  readonly mistakes: readonly string[];
}

/** The contestants against each other in one column, a dot for each round. */
export interface BarsPlot {
  readonly kind: "bars";
  /** A column's key. */
  readonly column: string;
}

/** Each contestant's columns as one line, such as its percentiles. */
export interface LinesPlot {
  readonly kind: "lines";
  readonly title: string;
  /** Keys of columns, from left to right. */
  readonly columns: readonly string[];
  /** What the columns measure. */
  readonly yTitle: string;
  readonly scale: "linear" | "log";
  /** Side by side, on one scale; lines of one label have one colour. All contestants in one panel when absent. */
  readonly panels?: readonly LinesPanel[];
}

export interface LinesPanel {
  readonly title: string;
  readonly lines: readonly { readonly contestant: string; readonly label: string }[];
}

export type Plot = BarsPlot | LinesPlot;

export interface ScenarioResult {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
  /** Who ran under the profiler, when that was asked for. */
  readonly profile: readonly Profiled[];
  /** How a report draws it. When absent, several contestants are drawn as bars of the first column. */
  readonly plots?: readonly Plot[];
}

/** With the Node that was asked for in place of its name. */
export interface MeasureOptions extends Omit<BenchOptions, "node" | "nodeFlags"> {
  readonly node: MeasuredNode;
}

export interface BenchContext {
  readonly options: MeasureOptions;
  /** A folder of this run alone, on the disk the service would use. */
  readonly workFolder: string;
  /** A folder that outlives the run. */
  readonly cacheFolder: string;
  progress(line: string): void;
}

export type Scenario = (context: BenchContext) => Promise<ScenarioResult>;
