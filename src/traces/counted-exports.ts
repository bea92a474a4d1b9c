import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { SpanCounts } from "../ports/spans.ts";

/** Spans that wait for the collector; about 1 KB each. */
export const queueSpansMax = 4_096;
/** So often at most the log tells that spans are lost. */
const tellMs = 60_000;

type Export = SpanExporter["export"];

/** An exporter that counts what becomes of the spans, and tells the log of those that are lost now and then. */
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

  /** Whether one more may wait; counts it, either way. */
  hasRoom(): boolean {
    if (this.#taken - this.#handedOn < queueSpansMax) {
      this.#taken += 1;
      return true;
    }
    this.#dropped += 1;
    this.#tell("they found no room");
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
      // The queue goes on with what comes next, whatever became of these.
      done({ code: 0 });
    });
  };

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  /** The end of the queue failed. */
  readonly noteLost = (error: unknown): void => {
    this.#tell(error instanceof Error ? error.message : String(error));
  };

  #tell(reason: string): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#toldAtMs < tellMs) return;
    const lost = this.#dropped + this.#failed;
    this.#log.warn({ spans: lost - this.#lostTold, reason }, "spans did not reach the collector of traces");
    this.#toldAtMs = nowMs;
    this.#lostTold = lost;
  }
}
