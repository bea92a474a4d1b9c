import { createHash } from "node:crypto";
import type { ChartForm, ChartModel } from "./chart.types.ts";
import { chartStyle, foldedChartStyle } from "./chart-style.ts";

/** Raised when a chart is laid out or written in another way: who keeps a picture under its hash keeps it for good. */
const drawing = 1;

const hashCharacters = 16;

/** Names the picture of a chart: the same for the same model and form, another for whatever else is drawn. */
export const hashOfChart = (model: ChartModel, form: ChartForm = "unfolded"): string =>
  createHash("sha256")
    .update(JSON.stringify(form === "folded" ? [drawing, foldedChartStyle, model, form] : [drawing, chartStyle, model]))
    .digest("base64url")
    .slice(0, hashCharacters);
