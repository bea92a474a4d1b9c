import { getAsset } from "node:sea";
import { Worker } from "node:worker_threads";
import type { Contents } from "../contents.ts";
import { firstAsset, laterAsset, unpackerAsset } from "../contents.ts";
import { areWhole, openFolder, unpack } from "./unpack.ts";

export interface Unpacked {
  readonly folder: string;
  /** Resolves when the later files are there, too; rejects when they cannot be. */
  readonly whole: Promise<void>;
}

/** Resolves when the first files of the contents lie below `cache`; a thread sees to the others. */
export async function unpackAll(cache: string, contents: Contents, userId: number, nowMs: number): Promise<Unpacked> {
  const folder = openFolder(cache, contents, userId);
  const { first, later } = contents;
  const whole = areWhole(folder, later) ? Promise.resolve() : unpackInThread({ folder, files: later, nowMs });
  // Whoever needs them hears of it.
  whole.catch(() => undefined);
  if (!areWhole(folder, first)) {
    await unpack({ folder, files: first, archive: new Uint8Array(getAsset(firstAsset)), nowMs });
  }
  return { folder, whole };
}

function unpackInThread(what: object): Promise<void> {
  const archive = new Uint8Array(getAsset(laterAsset));
  const options = { eval: true, execArgv: [], workerData: { ...what, archive }, transferList: [archive.buffer] };
  const thread = new Worker(getAsset(unpackerAsset, "utf8"), options);
  return new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", (status) => {
      if (status === 0) resolve();
      else reject(new Error(`Expected the thread that unpacks to end well, it ended with ${status}.`));
    });
  });
}
