import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Registry } from "prom-client";
import type { Clock } from "../../ports/clock.ts";

const compress = promisify(gzip);

/** The metrics of one moment, in both forms. */
export interface MetricsText {
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

interface Made {
  readonly atMs: number;
  readonly text: Promise<MetricsText>;
}

/** Builds the text at most once in `keptMs`, and never twice at once: concurrent callers get the same text. */
export function createMetricsText(
  registry: Pick<Registry, "metrics">,
  clock: Clock,
  keptMs: number,
): () => Promise<MetricsText> {
  let last: Made | null = null;
  let isMaking = false;

  const make = async (): Promise<MetricsText> => {
    isMaking = true;
    try {
      const plain = Buffer.from(await registry.metrics());
      return { plain, gzip: await compress(plain) };
    } catch (error) {
      last = null;
      throw error;
    } finally {
      isMaking = false;
    }
  };
  return () => {
    const nowMs = clock.nowMs();
    // If the clock was set back, an old text must not be kept for long.
    const isKept = last !== null && (isMaking || Math.abs(nowMs - last.atMs) < keptMs);
    if (last === null || !isKept) last = { atMs: nowMs, text: make() };
    return last.text;
  };
}
