import type { RecordableHistogram } from "node:perf_hooks";
import { createHistogram } from "node:perf_hooks";
import type { ExpectedMode, FrameBytes, Listener, PagesHeard } from "./crowd.types.ts";
import { timesOf } from "./histogram-times.ts";

/** Records when each page received a mode. */
export class PageTally implements Listener<ExpectedMode, PagesHeard> {
  #expected: ExpectedMode = { mode: "offline", startUs: 0 };
  #histogram: RecordableHistogram = createHistogram();
  readonly #told = new Set<number>();

  expect(expected: ExpectedMode): void {
    this.#expected = expected;
    this.#histogram = createHistogram();
    this.#told.clear();
  }

  hear(page: number, { bytes, from, until }: FrameBytes, atUs: number): void {
    const { type, mode } = JSON.parse(bytes.toString("utf8", from, until));
    if ((type !== "ready" && type !== "mode") || mode !== this.#expected.mode || this.#told.has(page)) return;
    this.#told.add(page);
    this.#histogram.record(Math.max(1, Math.round(atUs - this.#expected.startUs)));
  }

  report(): PagesHeard {
    return { ...timesOf(this.#histogram), told: this.#told.size };
  }
}
