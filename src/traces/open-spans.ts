import { builtUrl } from "../core/built-file.ts";
import type { Spans } from "../ports/spans.ts";
import type { createOtlpSpans, SpansParts } from "./otlp-spans.ts";

/** Loads the exporter for OTLP. A service without a collector never loads it. */
export async function openSpans(parts: SpansParts): Promise<Spans> {
  const module: { readonly createOtlpSpans: typeof createOtlpSpans } = await import(builtUrl("traces.js"));
  return module.createOtlpSpans(parts);
}
