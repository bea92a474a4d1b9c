import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { parseCommandLine } from "../../../bench/load/options.ts";
import type { Told } from "../../harness/start-program.ts";
import { startProgram } from "../../harness/start-program.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { runnable } from "../../project/compiled-scripts.ts";

/** Runs the bench until it ends, at the latest when the test ends. */
export function runBench(...args: readonly string[]): Promise<Told> {
  const { flags, file } = runnable("bench/run.ts");
  return run([...flags, file, ...args]);
}

/** Runs the bench, which must succeed. Resolves with what it printed, and with the figures that it wrote. */
export async function benchFigures(...args: readonly string[]) {
  const json = join(temporaryFolder(t), "figures.json");
  const told = await runBench(...args, "--json", json);
  t.equal(told.code, 0, `${told.stdout}\n${told.stderr}`);
  return { ...told, figures: JSON.parse(readFileSync(json, "utf8")) };
}

/** Runs it always as `npm run bench` does. */
export const runBenchUncompiled = (...args: readonly string[]): Promise<Told> => run(["bench/run.ts", ...args]);

function run(words: readonly string[]): Promise<Told> {
  const { child, ended } = startProgram([process.execPath, ...words]);
  t.teardown(() => child.kill("SIGTERM"));
  return ended;
}

/** Returns the line that reports a mistake on the command line. Throws if there is no such line. */
export function mistakeIn(args: readonly string[]): string {
  const command = parseCommandLine(args);
  if (command.kind !== "mistake" || command.line.includes("\n"))
    throw new Error(`Expected one line for the mistake in ${args.join(" ")}, got ${JSON.stringify(command)}`);
  return command.line;
}
