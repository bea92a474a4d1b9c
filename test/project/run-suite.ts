import type { BuiltFile } from "./run-files.ts";
import { runFiles } from "./run-files.ts";
import type { FileTally, Tally, TestFailure } from "./tap-tally.ts";
import { createTally } from "./tap-tally.ts";
import { shareProcesses } from "./together/sharing.ts";

export interface Outcome {
  readonly tally: Tally;
  /** Failures of files that passed when they ran once more. */
  readonly races: readonly TestFailure[];
}

/** If more files fail, the reason is not a race, and the run ends sooner without repeats. */
const repeatsMax = 20;

/**
 * Runs the files, with these variables in their environment, and prints a line for each. A failed file runs once more, alone,
 * because a test that lost a race on a busy machine passes then.
 */
export async function runSuite(files: readonly BuiltFile[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const settings = { environment, stopped: stopping.signal };
  const tally = await runOnce(shareProcesses(files), settings);
  const failed = files.filter(({ source }) => tally.failures.some(({ path }) => path[0] === source));
  const races: TestFailure[] = [];
  if (failed.length <= repeatsMax)
    for (const file of failed) {
      if (stopping.signal.aborted) break;
      console.log(`${file.source} failed: it runs once more, alone`);
      const again = await runOnce([[file]], settings);
      if (again.failures.length > 0) continue;
      const [before, after] = [tally, again].map(({ files: counts }) => counts.get(file.source) ?? 0);
      tally.files.set(file.source, after ?? 0);
      tally.passed += (after ?? 0) - (before ?? 0);
      const isRace = ({ path }: TestFailure): boolean => path[0] === file.source;
      races.push(...tally.failures.filter(isRace));
      tally.failures = tally.failures.filter((failure) => !isRace(failure));
    }
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return { tally, races };
}

/** Prints each failure, and then each race, with its details. */
export function printFailures({ tally, races }: Outcome): void {
  for (const { path, details } of tally.failures) console.log(`\nFAILED ${path.join(" > ")}\n${details}`);
  for (const { path, details } of races) console.log(`\nfailed, then passed: race in ${path.join(" > ")}\n${details}`);
}

interface RunSettings {
  readonly environment: NodeJS.ProcessEnv;
  readonly stopped: AbortSignal;
}

async function runOnce(runs: readonly (readonly BuiltFile[])[], settings: RunSettings): Promise<Tally> {
  const missing = new Set(runs.flat().map(({ source }) => source));
  const { parser, tally } = createTally((ended) => {
    missing.delete(ended.file);
    console.log(lineOf(ended));
  });
  const seen = new Promise<void>((resolve) => parser.on("complete", () => resolve()));
  await runFiles(runs, parser, settings.stopped, { environment: settings.environment });
  await seen;
  for (const file of missing) tally.failures.push({ path: [file], details: "The run ended before this file did." });
  return tally;
}

function lineOf(file: FileTally): string {
  const seconds = (file.durationMs / 1000).toFixed(1).padStart(6);
  const counts = file.failed === 0 ? `${file.passed} passed` : `${file.passed} passed, ${file.failed} FAILED`;
  return `${seconds} s  ${file.file}  ${counts}`;
}
