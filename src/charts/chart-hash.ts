import { createHash } from "node:crypto";
import type { ChartForm, ChartModel } from "./chart.types.ts";
import { chartStyle, foldedChartStyle } from "./chart-style.ts";

/** Raise it when the layout or the drawing of charts changes, because pictures are cached forever under their hash. */
const drawing = 2;

const hashCharacters = 16;

/** Names the picture of a chart: the same name for the same model and form, and another name for any other picture. */
export const hashOfChart = (model: ChartModel, form: ChartForm = "unfolded"): string =>
  createHash("sha256")
    .update(
      JSON.stringify(form === "unfolded" ? [drawing, chartStyle, model] : [drawing, foldedChartStyle, model, form]),
    )
    .digest("base64url")
    .slice(0, hashCharacters);
