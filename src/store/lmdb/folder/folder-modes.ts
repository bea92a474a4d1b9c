import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../../../ports/store-errors.ts";
import { journalName, rowsName } from "./data-folder.ts";

const othersBits = 0o077;
const ownerOfFolder = 0o700;
const ownerOfFile = 0o600;
/**
 * In these folders the mode of each file is changed. The files of chats and of the archive are too many. Other folders may not be
 * readable: `lost+found` of a mounted disk belongs to root.
 */
const ownFolders = new Set([journalName, rowsName]);

/**
 * Gives only the owner access to the data folder and its content. Of folders that are not the store's own, only the folder itself
 * is closed, which protects the content. Throws a StoreError that names a path whose mode cannot be changed. Symbolic links and
 * their targets stay as they are.
 */
export async function closeToOthers(folder: string): Promise<void> {
  // Windows has no such mode bits.
  if (process.platform === "win32") return;
  await close(folder, ownerOfFolder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) await close(path, ownerOfFile);
    if (!entry.isDirectory()) continue;
    await close(path, ownerOfFolder);
    if (!ownFolders.has(entry.name)) continue;
    for (const inner of await readdir(path, { withFileTypes: true })) {
      if (inner.isFile()) await close(join(path, inner.name), ownerOfFile);
    }
  }
}

async function close(path: string, mode: number): Promise<void> {
  const found = (await stat(path)).mode & 0o7777;
  if ((found & othersBits) === 0) return;
  try {
    await chmod(path, mode);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `${path} is open to other users (mode ${found.toString(8)}) and cannot be closed: ${reason}. Expected mode ${mode.toString(8)}: set it as its owner`,
      { cause: error },
    );
  }
}
