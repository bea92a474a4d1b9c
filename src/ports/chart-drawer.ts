import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import type { Result } from "../core/result.ts";

/** Draws charts where nobody waits for it. */
export interface ChartDrawer {
  /**
   * The chart as SVG that stands alone, unfolded unless `form` says otherwise. The same model and form give the same text; who asks for a chart that is being drawn waits for that one. Fails
   * with `overloaded` when too many charts wait, with `timeout` for a chart too intricate to be laid out, with `unavailable` once it is closed,
   * with `internal_error` when the thread broke. Rejects for nothing.
   */
  draw(model: ChartModel, form?: ChartForm): Promise<Result<string>>;
  /** Ends the thread; what is being drawn is given up. */
  close(): Promise<void>;
}
