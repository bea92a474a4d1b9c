import { summarize } from "../load/figures/statistics.ts";
import type { LinesPanel, LinesPlot, ScenarioResult } from "../scenarios/scenario.types.ts";
import type { Plotted } from "./bar-plot.ts";
import { plotConfig } from "./plot-style.ts";

/** Plots each contestant's columns as one line. */
export function linePlot(scenario: string, plot: LinesPlot, result: ScenarioResult): Plotted {
  const title = `${scenario}: ${plot.title}`;
  const panels = plot.panels ?? [panelOfAll(result)];
  const values = panels.flatMap((panel) => pointsOf(scenario, panel, plot, result));
  const headings = columnsOf(scenario, plot, result).map(({ heading }) => heading);
  const labels = [...new Set(panels.flatMap(({ lines }) => lines.map(({ label }) => label)))];
  // A logarithmic scale cannot show 0.
  const drawn = plot.scale === "log" ? values.filter(({ value }) => value > 0) : values;
  return {
    title,
    spec: {
      config: { ...plotConfig, header: { title: null, labelFontSize: 12, labelFontWeight: "bold" } },
      title,
      data: { values: drawn },
      facet: { column: { field: "panel", type: "nominal", sort: panels.map((panel) => panel.title), title: null } },
      spec: {
        width: panels.length === 1 ? 560 : Math.max(200, Math.round(640 / panels.length)),
        height: 260,
        mark: { type: "line", point: { size: 30 }, strokeWidth: 2 },
        encoding: {
          x: { field: "heading", type: "ordinal", sort: headings, title: null, axis: { labelAngle: 0 } },
          y: { field: "value", type: "quantitative", title: plot.yTitle, scale: { type: plot.scale } },
          color: { field: "label", type: "nominal", sort: labels, title: null, scale: { scheme: "tableau10" } },
          description: { field: "told", type: "nominal" },
        },
      },
    },
  };
}

const panelOfAll = ({ contestants }: ScenarioResult): LinesPanel => ({
  title: "",
  lines: contestants.map(({ name }) => ({ contestant: name, label: name })),
});

function columnsOf(scenario: string, plot: LinesPlot, { columns }: ScenarioResult): ScenarioResult["columns"] {
  return plot.columns.map((key) => {
    const column = columns.find((each) => each.key === key);
    if (column === undefined)
      throw new Error(`The plot of ${scenario} names the column "${key}", which does not exist`);
    return column;
  });
}

interface Point {
  readonly panel: string;
  readonly label: string;
  readonly heading: string;
  readonly value: number;
  readonly told: string;
}

/** Values that were not measured are left out. */
function pointsOf(scenario: string, panel: LinesPanel, plot: LinesPlot, result: ScenarioResult): readonly Point[] {
  return panel.lines.flatMap(({ contestant: name, label }) => {
    const contestant = result.contestants.find((each) => each.name === name);
    if (contestant === undefined) throw new Error(`The plot of ${scenario} names "${name}", which was not measured`);
    return columnsOf(scenario, plot, result).flatMap((column) => {
      const value = summarize(column, contestant.rounds);
      const told = `${name}, ${column.heading}: ${value.toFixed(column.digits)}`;
      return Number.isNaN(value) ? [] : [{ panel: panel.title, label, heading: column.heading, value, told }];
    });
  });
}
