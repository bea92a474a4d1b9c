import { builtUrl } from "../core/built-file.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Spans } from "../ports/spans.ts";
import type { createOtlpSpans } from "./otlp-spans.ts";

/** The collector for spans. */
export interface Collector {
  /** The base address. Traces are posted to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Headers of every request to the collector. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are exported, from 0 to 1. */
  readonly sampleRatio: number;
}

export interface SpansParts {
  readonly collector: Collector;
  /** The id of this process among others. */
  readonly processId: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Loads the exporter for OTLP. A service without a collector never loads it. */
export async function openSpans(parts: SpansParts): Promise<Spans> {
  const module: { readonly createOtlpSpans: typeof createOtlpSpans } = await import(builtUrl("traces.js"));
  return module.createOtlpSpans(parts);
}
