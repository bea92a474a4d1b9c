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

/** The path of the built file, from this source or beside the bundle. */
const builtUrl = (): string =>
  import.meta.url.endsWith(".ts")
    ? new URL("../../dist/traces.js", import.meta.url).href
    : new URL("./traces.js", import.meta.url).href;

/** Loads the exporter for OTLP. A service without a collector never loads it. */
export async function openSpans(parts: SpansParts): Promise<Spans> {
  const module: { readonly createOtlpSpans: typeof createOtlpSpans } = await import(builtUrl());
  return module.createOtlpSpans(parts);
}
