import { open } from "node:fs/promises";

/** After a crash the names that the folder has now are there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
