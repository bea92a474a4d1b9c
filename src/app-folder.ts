import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ownership } from "./store/lmdb/folder/owner.ts";
import { takeOwnership } from "./store/lmdb/folder/owner.ts";

/** The data folder of a node whose rows are elsewhere: nothing that lasts lies there. */
export interface NodeFolder {
  /** Of the process that had the folder before: it is gone, since this one has it. `null` for a new folder. */
  readonly formerId: string | null;
  /** Keeps by which id the others know this process. */
  keep(id: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes the folder for this process alone. Throws StoreError naming the process that has it. */
export async function openNodeFolder(dir: string): Promise<NodeFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const owner: Ownership = await takeOwnership(dir);
  const file = join(dir, "node-id");
  const formerId = await readFile(file, "utf8").catch(() => "");
  return {
    formerId: /^[0-9a-f]{12}$/.test(formerId) ? formerId : null,
    keep: (id) => writeFile(file, id, { mode: 0o600 }),
    release: () => owner.release(),
  };
}
