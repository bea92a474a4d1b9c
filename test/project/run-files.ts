import { spawn } from "node:child_process";
import type { Parser } from "tap-parser";

/** One test file, compiled. */
export interface BuiltFile {
  /** The name under which it is told of. */
  readonly source: string;
  readonly built: string;
}

interface EndedFile {
  readonly output: string;
  readonly durationMs: number;
  /** `null` for a file that ended well. */
  readonly problem: string | null;
}

const filesAtOnce = 2;
const fileMaxS = 600;
/** A file that does not keep its time itself, because nothing of it runs any more, is ended by force. */
const killAfterMs = (fileMaxS + 30) * 1_000;
/** How long a process that the file has left behind may hold on to its output. */
const outputMaxMs = 2_000;

/**
 * Runs test files, each in a process of its own, and writes what they say as one TAP stream: a subtest for each file. Begins no more once it is stopped. The runner that comes
 * with the library puts two module loaders into every process and every worker thread of a test. They took half of the suite's time.
 */
export async function runFiles(files: readonly BuiltFile[], parser: Parser, stopped: AbortSignal): Promise<void> {
  const left = [...files];
  let ended = 0;
  parser.write("TAP version 14\n");
  const runNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && !stopped.aborted; next = left.shift()) {
      const outcome = await runFile(next, stopped);
      ended += 1;
      parser.write(subtestOf(next.source, ended, outcome));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, runNext));
  parser.end(`1..${ended}\n`);
}

function runFile({ built }: BuiltFile, stopped: AbortSignal): Promise<EndedFile> {
  const startedAtMs = performance.now();
  const env = { ...process.env, TAP_TIMEOUT: String(fileMaxS) };
  const child = spawn(process.execPath, ["--enable-source-maps", built], { stdio: ["ignore", "pipe", "inherit"], env });
  const stop = (): void => void child.kill();
  stopped.addEventListener("abort", stop);
  const alarm = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.once("exit", () => setTimeout(() => child.stdout.destroy(), outputMaxMs).unref());
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => {
      clearTimeout(alarm);
      stopped.removeEventListener("abort", stop);
      const problem = code === 0 ? null : `exitCode: ${code ?? "null"}\nsignal: ${signal ?? "null"}`;
      resolve({ output, problem, durationMs: performance.now() - startedAtMs });
    });
  });
}

function subtestOf(source: string, number: number, { output, problem, durationMs }: EndedFile): string {
  const inner = output.replace(/^TAP version 14\n/, "");
  // A file that says nothing has no assert.
  const said = inner === "" ? "1..0" : inner;
  const lines = said.endsWith("\n") ? said : `${said}\n`;
  const summary = `ok ${number} - ${source} # time=${Math.round(durationMs)}ms\n`;
  const outcome = problem === null ? summary : `not ${summary}  ---\n${indent(problem, "  ")}\n  ...\n`;
  return `# Subtest: ${source}\n${indent(lines, "    ")}${outcome}`;
}

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
