import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Spans } from "../ports/spans.ts";
import type { createOtlpSpans } from "./otlp-spans.ts";

/** Where spans go. */
export interface Collector {
  /** Traces are posted to its `/v1/traces`. */
  readonly endpoint: string;
  /** Of every request to it. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are told, from 0 to 1. */
  readonly sampleRatio: number;
}

export interface SpansParts {
  readonly collector: Collector;
  /** Tells this process from others. */
  readonly processId: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** The built file: seen from this source, or beside the bundle. */
const builtUrl = (): string =>
  import.meta.url.endsWith(".ts")
    ? new URL("../../dist/traces.js", import.meta.url).href
    : new URL("./traces.js", import.meta.url).href;

/** Loads what speaks OTLP: a service without a collector never does. */
export async function openSpans(parts: SpansParts): Promise<Spans> {
  const module: { readonly createOtlpSpans: typeof createOtlpSpans } = await import(builtUrl());
  return module.createOtlpSpans(parts);
}
