import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates an empty file for writing and reading, which only its owner can open. A link, a pipe or a leftover under its name is
 * removed and never opened.
 */
export async function createFile(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, "wx+", 0o600);
}

/** The end of the name of a file that is not whole yet. */
export const partSuffix = ".new";

/** Creates or replaces a file. Durable when it resolves. A kill leaves the former content or the new one. */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const part = path + partSuffix;
  const file = await createFile(part);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  await syncFolder(dirname(path));
}

/** Syncs a folder. Without this call, a crash can lose new names in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders. Its file system keeps the order of renames.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
