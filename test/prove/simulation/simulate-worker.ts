import { parentPort, workerData } from "node:worker_threads";
import type { WalksRun } from "./run-walks.ts";
import { runWalks } from "./run-walks.ts";
import type { Share } from "./share-walks.ts";

/** Small enough that progress is visible, and that a failure in another worker ends this worker soon. */
const walksAtOnce = 500;

const { fromSeed, walks } = workerData as Share;
for (let done = 0; done < walks; done += walksAtOnce) {
  const run: WalksRun = runWalks(fromSeed + done, Math.min(walksAtOnce, walks - done));
  parentPort?.postMessage(run);
  if (run.failedSeed !== null) break;
}
