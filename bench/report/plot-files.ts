import type { ScenarioResult } from "../scenarios/scenario.types.ts";
import { barPlot } from "./bar-plot.ts";
import { flamePlot } from "./flame-plot.ts";
import type { ReportedScenario } from "./join-figures.ts";
import { linePlot } from "./line-plot.ts";

/** A plot, as the drawing library takes it. */
export interface PlotSpec {
  readonly language: "vega" | "vega-lite";
  readonly spec: object;
}

export interface DrawnPlot extends PlotSpec {
  readonly scenario: string;
  /** For a flame graph: the profiled contestant. */
  readonly profiled?: string;
  /** Its path, relative to the report's folder. */
  readonly file: string;
  /** A description for readers who cannot see the plot. */
  readonly title: string;
}

/** The folder of a report's plots, inside the report's folder. */
export const plotsName = "plots";

/** Returns all plots of these scenarios. */
export const plotFilesOf = (scenarios: readonly Pick<ReportedScenario, "name" | "result">[]): readonly DrawnPlot[] =>
  scenarios.flatMap(({ name, result }) => [...figurePlotsOf(name, result), ...flamesOf(name, result)]);

function figurePlotsOf(scenario: string, result: ScenarioResult): readonly DrawnPlot[] {
  const { plots = plotsByDefault(result) } = result;
  return plots.map((plot, at) => {
    const file = `${plotsName}/${scenario}${at === 0 ? "" : `-${at + 1}`}.svg`;
    const { title, spec } = plot.kind === "bars" ? barPlot(scenario, plot, result) : linePlot(scenario, plot, result);
    return { scenario, file, title, language: "vega-lite", spec };
  });
}

const plotsByDefault = ({ contestants, columns }: ScenarioResult): NonNullable<ScenarioResult["plots"]> => {
  const [main] = columns;
  return main === undefined || contestants.length < 2 ? [] : [{ kind: "bars", column: main.key }];
};

/** Returns the flame graphs of a scenario. They are in the folder itself, because they are also made without a report. */
export const flamesOf = (scenario: string, { profile }: ScenarioResult): readonly DrawnPlot[] =>
  profile.map((profiled) => {
    const who = profile.length === 1 ? "" : `-${slugOf(profiled.name)}`;
    const title = `${scenario}: flame graph of ${profiled.name}`;
    const spec = flamePlot(title, profiled);
    return { scenario, profiled: profiled.name, file: `${scenario}${who}-flame.svg`, title, language: "vega", spec };
  });

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
