import { parentPort, workerData } from "node:worker_threads";
import type { PackedFile } from "../contents.ts";
import type { Unpacking } from "./unpack.ts";
import { isSettled, settle, unpack } from "./unpack.ts";

export interface UnpackerTask extends Unpacking {
  /** All files that must exist before the folder is settled, also those that other threads unpack. */
  readonly all: readonly PackedFile[];
}

/** A thread that unpacks while the service loads, reports the end, and settles the folder on request. Its parent receives its errors. */
async function main(task: UnpackerTask): Promise<void> {
  await unpack(task);
  parentPort?.once("message", async () => {
    if (!isSettled(task.folder)) await settle(task.folder, task.all);
    parentPort?.close();
  });
  parentPort?.postMessage("unpacked");
}

void main(workerData);
