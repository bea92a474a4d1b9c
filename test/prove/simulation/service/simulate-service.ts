import { parseCommandLine } from "../simulate-options.ts";
import { explainSeed } from "./explain.ts";
import { findBugs } from "./find-bugs.ts";
import { playSeed } from "./play-seeds.ts";
import type { SeedsRun } from "./share-seeds.ts";
import { playOnThreads } from "./share-seeds.ts";

const failureStatus = 1;
const progressEveryMs = 5_000;

/** Simulates the complete service as the command line asks. Returns the exit status. */
async function main(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.kind !== "seeds") throw new Error(`Expected a command for the service, got ${command.kind}`);
  const { options } = command;
  if (options.log) return showLog(options.seed);
  return options.bugs === null ? await play(options) : await lookForBugs(options.bugs, options);
}

type Asked = Parameters<typeof playOnThreads>[0];

async function play(asked: Asked): Promise<number> {
  console.log(`${asked.seeds} seeds from ${asked.seed}`);
  const startedAtMs = performance.now();
  let shownAtMs = startedAtMs;
  const run = await playOnThreads(asked, (sofar) => {
    const nowMs = performance.now();
    if (nowMs - shownAtMs < progressEveryMs) return;
    shownAtMs = nowMs;
    console.error(lineOf(sofar, asked, nowMs - startedAtMs));
  });
  console.log(lineOf(run, asked, performance.now() - startedAtMs));
  if (run.failed === null) return run.seeds === asked.seeds ? 0 : failureStatus;
  console.log((await explainSeed(run.failed.seed)).join("\n"));
  return failureStatus;
}

function lineOf({ seeds, lines, failed }: SeedsRun, asked: Asked, tookMs: number): string {
  const end = failed === null ? "no promise broken" : `seed ${failed.seed} broke a promise`;
  return `${seeds} of ${asked.seeds} seeds, ${lines} lines, ${(tookMs / 1_000).toFixed(1)} s: ${end}`;
}

async function lookForBugs(text: string, asked: Asked): Promise<number> {
  const all = await findBugs(text, asked, ({ name, after, fault }) =>
    console.log(after === null ? `NOT FOUND in ${asked.seeds} seeds: ${name}` : `${after} seeds: ${name}: ${fault}`),
  );
  const missed = all.filter(({ after }) => after === null).length;
  console.log(`${all.length - missed} of ${all.length} planted bugs found`);
  return missed === 0 ? 0 : failureStatus;
}

async function showLog(seed: number): Promise<number> {
  const { lines, faults } = await playSeed(seed);
  for (const line of [...lines, ...faults]) console.log(line);
  return faults.length === 0 ? 0 : failureStatus;
}

process.exitCode = await main();
