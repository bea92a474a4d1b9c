import Elk from "elkjs/lib/main.js";
import type { ChartModel } from "../src/charts/chart.types.ts";
import { graphOf } from "../src/charts/chart-graph.ts";
import { planChart } from "../src/charts/chart-plan.ts";
import { drawChart } from "../src/charts/chart-svg.ts";

/** A chart as SVG. Without a worker of its own, ELK works in this thread; the same model gives the same text. */
export async function run(model: ChartModel): Promise<string> {
  const plan = planChart(model);
  return drawChart(plan, await new Elk.default().layout(graphOf(plan)));
}
