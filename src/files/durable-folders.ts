import { mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Files are nobody else's business. */
const ownerOnly = 0o700;

/** What a folder names is there after a crash only when this was called since. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system orders a rename by itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes folders under a root and has them on the disk, each once in the life of the process. */
export class DurableFolders {
  readonly #root: string;
  readonly #made = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  make(folder: string): Promise<void> {
    const known = this.#made.get(folder);
    if (known !== undefined) return known;
    const making = this.#makeDurable(resolve(folder));
    this.#made.set(folder, making);
    making.catch(() => this.#made.delete(folder));
    return making;
  }

  /** Folders that are there already may come from a process that was killed before they were on the disk: synced all the same. */
  async #makeDurable(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: ownerOnly });
    for (let path = folder; path.startsWith(this.#root); path = dirname(path)) await syncFolder(dirname(path));
  }
}
