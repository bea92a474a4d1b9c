import { spawn } from "node:child_process";
import t from "tap";
import { parseCommandLine } from "../../../bench/load/options.ts";
import { runnable } from "../../project/compiled-scripts.ts";

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bench until it ends, at the latest when the test ends. */
export function runBench(...args: readonly string[]): Promise<Run> {
  const { flags, file } = runnable("bench/run.ts");
  return run([...flags, file, ...args]);
}

/** Runs it always as `npm run bench` does. */
export const runBenchUncompiled = (...args: readonly string[]): Promise<Run> => run(["bench/run.ts", ...args]);

function run(words: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  t.teardown(() => child.kill("SIGTERM"));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Returns the line that reports a mistake on the command line. Throws if there is no such line. */
export function mistakeIn(args: readonly string[]): string {
  const command = parseCommandLine(args);
  if (command.kind !== "mistake" || command.line.includes("\n"))
    throw new Error(`Expected one line for the mistake in ${args.join(" ")}, got ${JSON.stringify(command)}`);
  return command.line;
}
