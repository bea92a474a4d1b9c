import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder that only its owner can open, and the missing ones above it. Returns the highest one that it created. Rejects with
 * the system's error. Node.js's own recursion never ends below a folder such as `/proc`, which allows no new names.
 */
export async function makeFolders(given: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let folder = resolve(given); !(await isFolder(folder)); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse())
    await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
      // Another process was faster.
      if (Object(error).code !== "EEXIST" || !(await isFolder(folder))) throw error;
    });
  return missing[0];
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
