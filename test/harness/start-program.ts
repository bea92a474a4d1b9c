import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a program printed until its end. */
export interface Told {
  /** `null` after a kill. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program and keeps what it prints. `stdout` returns what came so far. */
export function startProgram([program, ...words]: readonly [string, ...string[]]) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  const came = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      came[name] += text;
    });
  const ended = once(child, "close").then(([code]): Told => ({ code, ...came }));
  return { child, ended, stdout: () => came.stdout };
}
