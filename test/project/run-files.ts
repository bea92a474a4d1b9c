import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Parser } from "tap-parser";
import { builtFrom, quietHooksSource, togetherSource } from "./built-place.ts";
import { splitOutput } from "./together/split-output.ts";

/** One test file, compiled. */
export interface BuiltFile {
  /** The name of the file in reports. */
  readonly source: string;
  readonly built: string;
}

/** The reported facts about a file that did not end well. */
type Problem = Readonly<Record<string, string | number | null>>;

interface EndedFile {
  readonly source: string;
  readonly output: string;
  readonly durationMs: number;
  /** `null` for a file that ended well. */
  readonly problem: Problem | null;
}

export interface RunSettings {
  /** The program that runs a compiled file. */
  readonly program: string;
  /** The script that runs several compiled files in one process. */
  readonly together: string;
  /** The time limit that a file itself enforces. */
  readonly fileMaxS: number;
  /** The time after that limit when a file that no longer runs any code is killed. */
  readonly graceS: number;
  /** Environment variables of the processes, in addition to those of this process. */
  readonly environment: NodeJS.ProcessEnv;
}

/** One more than the number of cores of the usual machine, because many files wait for a time that a rule names. */
const runsAtOnce = 3;
const flags = ["--enable-source-maps", "--import", pathToFileURL(builtFrom(quietHooksSource)).href];
const usual: RunSettings = {
  program: process.execPath,
  together: builtFrom(togetherSource),
  fileMaxS: 600,
  graceS: 30,
  environment: {},
};
/** How long a process that the file has left behind may keep its output open. */
const outputMaxMs = 2_000;

/**
 * Runs test files and writes their output as one TAP stream, with a subtest for each file. A file runs in its own process, or in
 * one process together with the files that `runs` groups with it. No file starts after the run was stopped or a file bailed out.
 * The runner of the test library puts two module loaders into every process and every worker thread of a test. They took half of
 * the suite's time.
 */
export async function runFiles(
  runs: readonly (readonly BuiltFile[])[],
  parser: Parser,
  stopped: AbortSignal,
  settings: Partial<RunSettings> = {},
): Promise<void> {
  const left = [...runs];
  let ended = 0;
  parser.write("TAP version 14\n");
  const runNext = async (): Promise<void> => {
    while (!stopped.aborted && parser.bailedOut === false) {
      const next = left.shift();
      if (next === undefined) return;
      const outcomes = await runTogether(next, stopped, { ...usual, ...settings });
      for (const outcome of outcomes) {
        ended += 1;
        parser.write(subtestOf(ended, outcome));
      }
      // The process ended early, so the files that had not started run in another process.
      if (outcomes.length < next.length) left.unshift(next.slice(outcomes.length));
    }
  };
  await Promise.all(Array.from({ length: runsAtOnce }, runNext));
  parser.end(`1..${ended}\n`);
}

/** Never rejects: if a process cannot be started, its file fails, and the others run. Returns at least one file. */
async function runTogether(
  files: readonly BuiltFile[],
  stopped: AbortSignal,
  settings: RunSettings,
): Promise<readonly EndedFile[]> {
  const startedAtMs = performance.now();
  const output: string[] = [];
  const [first, ...others] = files;
  if (first === undefined) return [];
  const words = others.length === 0 ? [first.built] : [settings.together, ...files.flatMap(wordsOf)];
  const problem = await runProcess(words, stopped, settings, (text) => output.push(text)).catch((error: unknown) => ({
    message: `Expected a process that runs the file, got ${error instanceof Error ? error.message : String(error)}`,
  }));
  const durationMs = performance.now() - startedAtMs;
  const alone = { source: first.source, output: output.join(""), problem, durationMs };
  return others.length === 0 ? [alone] : outcomesOf(alone, files);
}

const wordsOf = ({ source, built }: BuiltFile): readonly string[] => [source, built];

/**
 * A process ends with an error if a file in it failed, which that file reports. For any other reason, the last file that ran is
 * reported.
 */
function outcomesOf(whole: EndedFile, files: readonly BuiltFile[]): readonly EndedFile[] {
  const said = splitOutput(
    whole.output,
    files.map(({ source }) => source),
  );
  if (said.length === 0) return [whole];
  const isTold = said.some(({ isOk }) => isOk === false);
  return said.map(({ isOk, ...file }, place) => {
    if (isOk === false) return { ...file, problem: { exitCode: 1 } };
    const isLast = place === said.length - 1;
    const isBroken = isLast && (isOk === null || !isTold);
    return { ...file, problem: isBroken ? (whole.problem ?? (isOk === null ? cut : null)) : null };
  });
}

const cut: Problem = { message: "Expected the file to come to its end, got the end of its process." };

function runProcess(
  words: readonly string[],
  stopped: AbortSignal,
  { program, fileMaxS, graceS, environment }: RunSettings,
  onOutput: (text: string) => void,
): Promise<Problem | null> {
  const env = { ...process.env, ...environment, TAP_TIMEOUT: String(fileMaxS) };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...flags, ...words], { stdio: ["ignore", "pipe", "inherit"], env });
    child.on("error", reject);
    // The process has no output either. Its "error" event will follow.
    if (child.pid === undefined) return;
    const endMaxS = fileMaxS + graceS;
    let message: string | null = null;
    const alarm = setTimeout(() => {
      message = `Expected the file to end within ${endMaxS} s, got no end. It was ended by force.`;
      child.kill("SIGKILL");
    }, endMaxS * 1_000);
    const stop = (): void => void child.kill();
    stopped.addEventListener("abort", stop);
    child.stdout.setEncoding("utf8").on("data", onOutput);
    child.once("exit", () => {
      clearTimeout(alarm);
      setTimeout(() => child.stdout.destroy(), outputMaxMs).unref();
    });
    child.once("close", (exitCode, signal) => {
      stopped.removeEventListener("abort", stop);
      resolve(exitCode === 0 ? null : { message, exitCode, signal });
    });
  });
}

function subtestOf(number: number, { source, output, problem, durationMs }: EndedFile): string {
  const inner = output.replace(/^TAP version 14\n/, "");
  // A file without output has no assert.
  const said = inner.trim() === "" ? "1..0" : inner;
  const lines = said.endsWith("\n") ? said : `${said}\n`;
  const summary = `ok ${number} - ${source} # time=${Math.round(durationMs)}ms\n`;
  const outcome = problem === null ? summary : `not ${summary}  ---\n${diagnosticsOf(problem)}  ...\n`;
  return `# Subtest: ${source}\n${indent(lines, "    ")}${outcome}`;
}

/** JSON is YAML too. */
const diagnosticsOf = (problem: Problem): string =>
  Object.entries(problem)
    .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`)
    .join("");

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
