import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import type { Result } from "../core/result.ts";

/** Draws charts away from the main thread. */
export interface ChartDrawer {
  /**
   * The chart as a complete SVG, unfolded by default. The same model and form give the same text; a second request for a
   * chart in progress waits for that one. Fails with `overloaded` when too many charts wait, with `timeout` for a chart too intricate to be
   * laid out, with `unavailable` once it is closed, with `internal_error` when the thread broke. Never rejects.
   */
  draw(model: ChartModel, form?: ChartForm): Promise<Result<string>>;
  /** Ends the thread; a drawing in progress is given up. */
  close(): Promise<void>;
}
