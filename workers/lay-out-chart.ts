import Elk from "elkjs/lib/main.js";
import type { ChartForm, ChartModel } from "../src/charts/chart.types.ts";
import { graphOf } from "../src/charts/chart-graph.ts";
import { planChart } from "../src/charts/chart-plan.ts";
import { drawChart } from "../src/charts/chart-svg.ts";

export interface ChartTask extends ChartModel {
  /** Unfolded when absent. */
  readonly form?: ChartForm;
}

/** Returns a chart as SVG. ELK works in this thread, without another worker; the same model and form give the same text. */
export async function run({ form = "unfolded", ...model }: ChartTask): Promise<string> {
  const plan = planChart(model, form);
  return drawChart(plan, await new Elk.default().layout(graphOf(plan)));
}
