import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "./core/files/make-folders.ts";
import { writeWholeFile } from "./core/files/whole-file.ts";
import { ownerWaitMs, takeOwnership } from "./store/lmdb/folder/owner.ts";

/** The data folder of a node whose rows are elsewhere. Nothing in it has to last. */
export interface NodeFolder {
  /** The id of the process that owned the folder before. That process has ended, because this one owns the folder. `null` for a new folder. */
  readonly formerId: string | null;
  /** Stores the id by which the other processes know this one. */
  keep(id: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks the folder for this process, as soon as a former one ends. Throws a StoreError that names the process which owns it. */
export async function openNodeFolder(dir: string): Promise<NodeFolder> {
  await makeFolders(dir);
  const owner = await takeOwnership(dir, { waitMs: ownerWaitMs });
  const file = join(dir, "node-id");
  const formerId = await readFile(file, "utf8").catch(() => "");
  return {
    formerId: /^[0-9a-f]{12}$/.test(formerId) ? formerId : null,
    keep: (id) => writeWholeFile(file, id),
    release: () => owner.release(),
  };
}
