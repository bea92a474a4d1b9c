import { spawn } from "node:child_process";
import t from "tap";

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bench to its end; it ends with the test at the latest. */
export function runBench(...args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/run.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
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
