import { parentPort, workerData } from "node:worker_threads";
import type { SeedShare } from "./play-seeds.ts";
import { playSeeds } from "./play-seeds.ts";

await playSeeds(workerData as SeedShare, (played) => parentPort?.postMessage(played));
