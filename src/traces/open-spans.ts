import { builtUrl } from "../core/built-file.ts";
import type { Spans } from "../ports/spans.ts";
import type { createOtlpSpans } from "./otlp-spans.ts";

/** Loads the exporter for OTLP. A service without a collector never loads it. `processId` is the id of this process among others. */
export async function openSpans(...spans: Parameters<typeof createOtlpSpans>): Promise<Spans> {
  const module: { readonly createOtlpSpans: typeof createOtlpSpans } = await import(builtUrl("traces.js"));
  return module.createOtlpSpans(...spans);
}
