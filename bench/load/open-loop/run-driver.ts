import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import type { OpenLoopOrder, OpenLoopReport } from "./open-loop.types.ts";

/** As a customer system may have; a message that is due while all are busy waits for one. */
export const openLoopConnections = 1_000;

/** Of the messages of an hour. */
const reportBytesMax = 2 ** 30;

/** Runs an order in a process of its own, which ends with the bench at the latest. Rejects when it could not be run. */
export async function runOpenLoop(order: OpenLoopOrder): Promise<OpenLoopReport> {
  const { flags, file } = runnable("bench/load/open-loop/driver.ts");
  const running = promisify(execFile)(process.execPath, [...flags, file, JSON.stringify(order)], {
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
