import { parentPort, workerData } from "node:worker_threads";
import type { PackedFile } from "../contents.ts";
import type { Unpacking } from "./unpack.ts";
import { isSettled, settle, unpack } from "./unpack.ts";

export interface UnpackerTask extends Unpacking {
  /** What has to be there before the folder is settled: the files that others unpack, too. */
  readonly all: readonly PackedFile[];
}

/** A thread that unpacks while the service is loaded, says so, and settles when it is told that the rest is there. What it throws, whoever started it hears. */
async function main(task: UnpackerTask): Promise<void> {
  await unpack(task);
  parentPort?.once("message", async () => {
    if (!isSettled(task.folder)) await settle(task.folder, task.all);
    parentPort?.close();
  });
  parentPort?.postMessage("unpacked");
}

void main(workerData);
