import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { OpenLoopOrder, OpenLoopReport, PhaseOrder } from "./open-loop.types.ts";

/** Each connection must have its turn within this time: servers close connections that are idle for 5 or 10 s. */
const turnWithinSeconds = 2;

/** Longer than a server's own timeouts. */
const patienceMs = 10_000;

/** Enough for the messages of an hour. */
const reportBytesMax = 2 ** 30;

/** Returns at most this many connections; fewer when the messages are so rare that connections would be idle for long. */
export const connectionsFor = (phases: readonly PhaseOrder[], most: number): number =>
  Math.max(1, Math.min(most, ...phases.map(({ perSecond }) => Math.floor(perSecond * turnWithinSeconds))));

/** Runs an order in a separate process, which ends no later than the bench. Rejects when it could not run. */
export async function runOpenLoop(order: Omit<OpenLoopOrder, "patienceMs">): Promise<OpenLoopReport> {
  const { flags, file } = runnable("bench/load/open-loop/driver.ts");
  const running = promisify(execFile)(process.execPath, [...flags, file, JSON.stringify({ ...order, patienceMs })], {
    maxBuffer: reportBytesMax,
  });
  const stop = (): void => void running.child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    const { stdout } = await running;
    // JSON has null for NaN.
    return JSON.parse(stdout, (_, value: unknown) => value ?? Number.NaN) as OpenLoopReport;
  } finally {
    process.off("exit", stop);
  }
}
