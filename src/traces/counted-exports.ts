import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { SpanCounts } from "../ports/spans.ts";

/** The maximal number of spans that wait for the collector, about 1 KB each. */
export const queueSpansMax = 4_096;
/** The minimal time between two log entries about lost spans. */
const tellMs = 60_000;

type Export = SpanExporter["export"];

/** An exporter that counts the outcome of each span, and logs lost spans now and then. */
export class CountedExports implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #clock: Clock;
  readonly #log: Pick<Log, "info" | "warn">;
  #taken = 0;
  #handedOn = 0;
  #exported = 0;
  #dropped = 0;
  #failed = 0;
  #lostTold = 0;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(inner: SpanExporter, clock: Clock, log: Pick<Log, "info" | "warn">) {
    this.#inner = inner;
    this.#clock = clock;
    this.#log = log;
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, dropped: this.#dropped, failed: this.#failed };
  }

  /** Whether one more span may wait. Counts the span in both cases. */
  hasRoom(): boolean {
    if (this.#taken - this.#handedOn < queueSpansMax) {
      this.#taken += 1;
      return true;
    }
    this.#dropped += 1;
    this.#tell("the queue was full");
    return false;
  }

  export: Export = (spans: ReadableSpan[], done) => {
    this.#handedOn += spans.length;
    this.#inner.export(spans, (result) => {
      if (result.error === undefined) this.#exported += spans.length;
      else {
        this.#failed += spans.length;
        this.#tell(result.error.message);
      }
      // The queue continues with the next batch, regardless of the outcome of this one.
      done({ code: 0 });
    });
  };

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  /** Closing the queue failed. */
  readonly noteLost = (error: unknown): void => {
    this.#tell(error instanceof Error ? error.message : String(error));
  };

  #tell(reason: string): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#toldAtMs < tellMs) return;
    const lost = this.#dropped + this.#failed;
    this.#log.warn({ spans: lost - this.#lostTold, reason }, "spans were not delivered to the collector of traces");
    this.#toldAtMs = nowMs;
    this.#lostTold = lost;
  }
}
