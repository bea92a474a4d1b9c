import type { ProofPart, ProofRow, ProofRun } from "./proof-part.ts";

/** The result of one part. */
export interface PartResult {
  readonly part: string;
  readonly tookMs: number;
  readonly rows: readonly ProofRow[];
  /** The reason why the part did not finish; `null` if it finished. */
  readonly failure: string | null;
}

const interruption = (signal: AbortSignal): string => `Stopped by ${signal.reason}`;

/** Returns true if every attempt was made and nothing was lost. */
export const isProven = (results: readonly PartResult[]): boolean =>
  results.length > 0 &&
  results.every(({ rows, failure }) => failure === null && rows.length > 0 && rows.every(({ lost }) => lost === 0));

/**
 * Runs the parts one after the other. A failing part is recorded, and the next parts run. No part starts after `signal`
 * has aborted. `nowMs` is any monotonic clock.
 */
export async function runParts(
  names: readonly string[],
  load: (name: string) => Promise<ProofPart>,
  given: ProofRun,
  nowMs: () => number,
): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const name of names) {
    if (given.signal.aborted) break;
    given.progress(`${name} begins`);
    const startedAtMs = nowMs();
    const ended = await runPart(name, load, given);
    const tookMs = Math.round(nowMs() - startedAtMs);
    results.push({ part: name, tookMs, ...ended });
    given.progress(
      `${name} took ${(tookMs / 1_000).toFixed(1)} s${ended.failure === null ? "" : `: ${ended.failure}`}`,
    );
  }
  return results;
}

async function runPart(
  name: string,
  load: (name: string) => Promise<ProofPart>,
  given: ProofRun,
): Promise<Pick<PartResult, "rows" | "failure">> {
  try {
    const part = await load(name);
    const progress = (line: string): void => given.progress(`${name}: ${line}`);
    const rows = await part.run({ ...given, progress });
    return rows.length === 0 ? { rows, failure: "It tried nothing" } : { rows, failure: null };
  } catch (error) {
    if (given.signal.aborted) return { rows: [], failure: interruption(given.signal) };
    return { rows: [], failure: error instanceof Error ? error.message : String(error) };
  }
}
