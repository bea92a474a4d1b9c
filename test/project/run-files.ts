import { spawn } from "node:child_process";
import type { Parser } from "tap-parser";

/** One test file, compiled. */
export interface BuiltFile {
  /** The name under which it is told of. */
  readonly source: string;
  readonly built: string;
  /** Variables of its process beside those of the run. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What is told of a file that did not end well. */
type Problem = Readonly<Record<string, string | number | null>>;

interface EndedFile {
  readonly output: string;
  readonly durationMs: number;
  /** `null` for a file that ended well. */
  readonly problem: Problem | null;
}

export interface RunSettings {
  /** What runs a compiled file. */
  readonly program: string;
  /** The time that a file keeps by itself. */
  readonly fileMaxS: number;
  /** How much later a file that does not keep it, because nothing of it runs any more, is ended by force. */
  readonly graceS: number;
}

const filesAtOnce = 2;
const usual: RunSettings = { program: process.execPath, fileMaxS: 600, graceS: 30 };
/** How long a process that the file has left behind may hold on to its output. */
const outputMaxMs = 2_000;

/**
 * Runs test files, each in a process of its own, and writes what they say as one TAP stream: a subtest for each file.
 * Begins no more once it is stopped or a file bailed out. The runner that comes with the library puts two module loaders
 * into every process and every worker thread of a test. They took half of the suite's time.
 */
export async function runFiles(
  files: readonly BuiltFile[],
  parser: Parser,
  stopped: AbortSignal,
  settings: Partial<RunSettings> = {},
): Promise<void> {
  const left = [...files];
  let ended = 0;
  parser.write("TAP version 14\n");
  const runNext = async (): Promise<void> => {
    while (!stopped.aborted && parser.bailedOut === false) {
      const next = left.shift();
      if (next === undefined) return;
      const outcome = await runFile(next, stopped, { ...usual, ...settings });
      ended += 1;
      parser.write(subtestOf(next.source, ended, outcome));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, runNext));
  parser.end(`1..${ended}\n`);
}

/** Never rejects: a process that cannot be started is a problem of its file, and the others go on. */
async function runFile(file: BuiltFile, stopped: AbortSignal, settings: RunSettings): Promise<EndedFile> {
  const startedAtMs = performance.now();
  const output: string[] = [];
  const problem = await runProcess(file, stopped, settings, (text) => output.push(text)).catch((error: unknown) => ({
    message: `Expected a process that runs the file, got ${error instanceof Error ? error.message : String(error)}`,
  }));
  return { output: output.join(""), problem, durationMs: performance.now() - startedAtMs };
}

function runProcess(
  { built, environment }: BuiltFile,
  stopped: AbortSignal,
  { program, fileMaxS, graceS }: RunSettings,
  onOutput: (text: string) => void,
): Promise<Problem | null> {
  const env = { ...process.env, ...environment, TAP_TIMEOUT: String(fileMaxS) };
  return new Promise((resolve, reject) => {
    const child = spawn(program, ["--enable-source-maps", built], { stdio: ["ignore", "pipe", "inherit"], env });
    child.on("error", reject);
    // There is no output either. Its "error" is still to come.
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

function subtestOf(source: string, number: number, { output, problem, durationMs }: EndedFile): string {
  const inner = output.replace(/^TAP version 14\n/, "");
  // A file that says nothing has no assert.
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
