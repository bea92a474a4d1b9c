import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { OpenLoopOrder, OpenLoopReport, PhaseOrder } from "./open-loop.types.ts";

/** They take turns, and each is to have its turn within so long: servers close those that are quiet for 5 or 10 s. */
const turnWithinSeconds = 2;

/** Longer than a server takes to give up. */
const patienceMs = 10_000;

/** Of the messages of an hour. */
const reportBytesMax = 2 ** 30;

/** As many connections as that at most; fewer where messages come so slowly that they would be quiet for long. */
export const connectionsFor = (phases: readonly PhaseOrder[], most: number): number =>
  Math.max(1, Math.min(most, ...phases.map(({ perSecond }) => Math.floor(perSecond * turnWithinSeconds))));

/** Runs an order in a process of its own, which ends with the bench at the latest. Rejects when it could not be run. */
export async function runOpenLoop(order: Omit<OpenLoopOrder, "patienceMs">): Promise<OpenLoopReport> {
  const { flags, file } = runnable("bench/load/open-loop/driver.ts");
  const running = promisify(execFile)(process.execPath, [...flags, file, JSON.stringify({ ...order, patienceMs })], {
    maxBuffer: reportBytesMax,
  });
  const stop = (): void => void running.child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    const { stdout } = await running;
    // What is NaN comes as null.
    return JSON.parse(stdout, (_, value: unknown) => value ?? Number.NaN) as OpenLoopReport;
  } finally {
    process.off("exit", stop);
  }
}
