import { Worker } from "node:worker_threads";
import type { WalksRun } from "./run-walks.ts";
import type { SimulateOptions } from "./simulate-options.ts";

/** The walks of one worker. */
export interface Share {
  readonly fromSeed: number;
  readonly walks: number;
}

/** Divides the walks. Each worker gets walks with consecutive seeds. */
export function shareWalks({ walks, seed, workers }: SimulateOptions): readonly Share[] {
  const count = Math.min(workers, walks);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((walks * index) / count);
    return { fromSeed: seed + from, walks: Math.floor((walks * (index + 1)) / count) - from };
  });
}

/** Contexts of walks are short-lived. With enough memory for them, garbage collection costs little. */
const youngGenerationMb = 64;
/** The worker's file, bundled in the same folder as the main program. */
const workerName = "./simulate-worker.mjs";

/**
 * Plays the walks on threads, and ends all of them at the first failure. Rejects when a thread dies. Calls
 * `progress` with the sums so far.
 */
export async function playShares(shares: readonly Share[], progress: (sums: WalksRun) => void): Promise<WalksRun> {
  let sums: WalksRun = { walks: 0, steps: 0, failedSeed: null };
  const threads: Worker[] = [];
  const stopAll = (): void => {
    for (const thread of threads) void thread.terminate();
  };
  const play = (share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL(workerName, import.meta.url), {
        workerData: share,
        resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
      });
      threads.push(thread);
      thread.on("message", ({ walks, steps, failedSeed }: WalksRun) => {
        const known = sums.failedSeed;
        sums = { walks: sums.walks + walks, steps: sums.steps + steps, failedSeed: known ?? failedSeed };
        progress(sums);
        if (failedSeed !== null) stopAll();
      });
      thread.on("error", reject);
      thread.on("exit", () => resolve());
    });
  await Promise.all(shares.map(play));
  return sums;
}
