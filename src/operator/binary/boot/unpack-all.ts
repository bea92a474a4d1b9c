import { getAsset } from "node:sea";
import { Worker } from "node:worker_threads";
import type { Contents } from "../contents.ts";
import { firstAsset, laterAsset, unpackerAsset } from "../contents.ts";
import { noteUse } from "./old-contents.ts";
import { isSettled, openFolder, unpack } from "./unpack.ts";
import type { UnpackerTask } from "./unpacker.ts";

export interface Unpacked {
  readonly folder: string;
  /** No earlier start of this build ran long enough to settle the folder. */
  readonly isNew: boolean;
  /** Resolves when the later files are unpacked too; rejects when unpacking fails. */
  readonly whole: Promise<void>;
  /** Syncs the unpacked files to the disk. Call this after `whole`. A process that ends before leaves this to the next one. */
  settle(): Promise<void>;
}

/** Resolves when the first files of the contents are below `cache`; a thread unpacks the other files. */
export async function unpackAll(cache: string, contents: Contents, userId: number, nowMs: number): Promise<Unpacked> {
  const folder = await openFolder(cache, contents, userId);
  noteUse(folder, nowMs);
  const { first, later, packing } = contents;
  const isNew = !isSettled(folder);
  const archive = new Uint8Array(getAsset(laterAsset));
  const thread = startThread({ folder, files: later, archive, packing, nowMs, all: [...first, ...later] });
  await unpack({ folder, files: first, archive: new Uint8Array(getAsset(firstAsset)), packing, nowMs });
  return { folder, isNew, ...thread };
}

function startThread(
  task: UnpackerTask & { readonly archive: Uint8Array<ArrayBuffer> },
): Pick<Unpacked, "whole" | "settle"> {
  const options = { eval: true, execArgv: [], workerData: task, transferList: [task.archive.buffer] };
  const thread = new Worker(getAsset(unpackerAsset, "utf8"), options);
  const failed = new Promise<never>((_, reject) => {
    thread.once("error", (error) =>
      reject(new Error(`The program could not be unpacked into ${task.folder}: ${error.message}`, { cause: error })),
    );
  });
  const unpacked = new Promise<void>((resolve) => {
    thread.once("message", () => {
      // The process need not stay alive for the thread.
      thread.unref();
      resolve();
    });
  });
  const ended = new Promise<void>((resolve) => {
    thread.once("exit", () => resolve());
  });
  const whole = Promise.race([unpacked, failed]);
  // A caller that awaits `whole` receives the error.
  whole.catch(() => undefined);
  return {
    whole,
    settle() {
      thread.ref();
      thread.postMessage("settle");
      return Promise.race([ended, failed]);
    },
  };
}
