import { Worker } from "node:worker_threads";
import type { SeedPlayed, SeedShare } from "./play-seeds.ts";

/** Objects of a run are short-lived. With enough memory for them, garbage collection costs little. */
const youngGenerationMb = 128;
/** The worker's file, bundled in the same folder as the main program. */
const workerName = "./seeds-worker.mjs";

export interface SeedsRun {
  readonly seeds: number;
  readonly lines: number;
  /** The lowest played seed that broke a promise. */
  readonly failed: SeedPlayed | null;
}

export interface SeedsAsked {
  readonly seed: number;
  readonly seeds: number;
  readonly workers: number;
  readonly bug?: string;
  readonly signal?: AbortSignal;
}

/**
 * Plays seeds on n threads; each thread plays every n-th seed. Ends the threads when a seed broke a promise and no lower seed is running.
 * Rejects when a thread dies.
 */
export async function playOnThreads(
  { seed, seeds, workers, bug, signal }: SeedsAsked,
  progress: (run: SeedsRun) => void,
): Promise<SeedsRun> {
  let run: SeedsRun = { seeds: 0, lines: 0, failed: null };
  const threads = Math.min(workers, seeds);
  const play = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const count = Math.ceil((seeds - index) / threads);
      const share: SeedShare = {
        fromSeed: seed + index,
        seeds: count,
        step: threads,
        ...(bug !== undefined && { bug }),
      };
      const thread = new Worker(new URL(workerName, import.meta.url), {
        workerData: share,
        resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
      });
      const stop = (): void => void thread.terminate();
      signal?.addEventListener("abort", stop);
      thread.on("message", (played: SeedPlayed) => {
        const isLower = played.faults.length > 0 && played.seed < (run.failed?.seed ?? Number.POSITIVE_INFINITY);
        run = { seeds: run.seeds + 1, lines: run.lines + played.lines, failed: isLower ? played : run.failed };
        progress(run);
        if (run.failed !== null && played.seed > run.failed.seed) stop();
      });
      thread.on("error", reject);
      thread.on("exit", () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
    });
  await Promise.all(Array.from({ length: threads }, (_, index) => play(index)));
  return run;
}
