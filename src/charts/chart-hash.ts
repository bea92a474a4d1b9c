import { createHash } from "node:crypto";
import type { ChartForm, ChartModel } from "./chart.types.ts";
import { chartStyle, foldedChartStyle } from "./chart-style.ts";

/** Raise it when the layout or the drawing of charts changes, because pictures are cached forever under their hash. */
const drawing = 1;

const hashCharacters = 16;

/** Names the picture of a chart: the same name for the same model and form, and another name for any other picture. */
export const hashOfChart = (model: ChartModel, form: ChartForm = "unfolded"): string =>
  createHash("sha256")
    .update(JSON.stringify(form === "folded" ? [drawing, foldedChartStyle, model, form] : [drawing, chartStyle, model]))
    .digest("base64url")
    .slice(0, hashCharacters);
