import type { WalksRun } from "./run-walks.ts";
import { playShares, shareWalks } from "./share-walks.ts";
import type { SimulateOptions } from "./simulate-options.ts";
import { parseCommandLine } from "./simulate-options.ts";
import { explainSeed } from "./walk/explain.ts";

const failureStatus = 1;
const progressEveryMs = 5_000;

async function main(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.kind !== "walks") throw new Error(`Expected a command for walks, got ${command.kind}`);
  return simulate(command.options);
}

async function simulate(options: SimulateOptions): Promise<number> {
  const { walks, seed } = options;
  const shares = shareWalks(options);
  console.log(`${walks} walks from seed ${seed} on ${shares.length} threads`);
  const startedAtMs = performance.now();
  let shownAtMs = startedAtMs;
  const sums = await playShares(shares, (sofar) => {
    const nowMs = performance.now();
    if (nowMs - shownAtMs < progressEveryMs) return;
    shownAtMs = nowMs;
    console.error(sumsLine(sofar, walks, nowMs - startedAtMs));
  });
  console.log(sumsLine(sums, walks, performance.now() - startedAtMs));
  if (sums.failedSeed === null) return sums.walks === walks ? 0 : failureStatus;
  console.log(explainSeed(sums.failedSeed).join("\n"));
  return failureStatus;
}

function sumsLine({ walks, steps, failedSeed }: WalksRun, of: number, tookMs: number): string {
  const seconds = (tookMs / 1_000).toFixed(1);
  const failed = failedSeed === null ? "no promise broken" : `seed ${failedSeed} broke a promise`;
  return `${walks} of ${of} walks, ${steps} steps, ${seconds} s: ${failed}`;
}

process.exitCode = await main();
