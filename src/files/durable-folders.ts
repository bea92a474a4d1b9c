import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { syncFolder } from "../core/files/whole-file.ts";

/** Only the user of the service can read the files. */
const ownerOnly = 0o700;

/** Creates folders below a root and syncs them, each once in the life of the process. */
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

  /** Existing folders are synced too, because a process may have been killed before it synced them. */
  async #makeDurable(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: ownerOnly });
    for (let path = folder; path.startsWith(this.#root); path = dirname(path)) await syncFolder(dirname(path));
  }
}
