import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import type { Result } from "../core/result.ts";

/** Draws charts in a separate thread. */
export interface ChartDrawer {
  /**
   * The chart as a complete SVG, unfolded by default. The same model and form give the same text. A second request for a chart in
   * progress waits for the first. Fails with `overloaded` when too many charts wait, and with `timeout` for a chart that is too
   * complex for the layout. Fails with `unavailable` after `close`, and with `internal_error` when the thread failed. Never
   * rejects.
   */
  draw(model: ChartModel, form?: ChartForm): Promise<Result<string>>;
  /** Ends the thread; a drawing in progress is given up. */
  close(): Promise<void>;
}
