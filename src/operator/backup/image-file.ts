import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "../../backup/folder/sync-folder.ts";
import type { WholeImage } from "../../backup/image/read-image.ts";
import { verifyImage } from "../../backup/image/read-image.ts";
import type { Progress } from "../progress.ts";

/** The temporary name of the file until it is complete. */
const partOf = (path: string): string => `${path}.part`;

/** Writes the bytes to a temporary file, reads them back and compares them. Only then does the file get its name. */
export async function writeImageFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): Promise<WholeImage> {
  const part = partOf(path);
  try {
    progress.begin("pieces written", 0);
    await writePart(part, bytes, progress);
    progress.begin("pieces compared", 0);
    const image = await verifyImage(part, (length) => progress.add(1, length));
    await rename(part, path);
    await syncFolder(dirname(path));
    return image;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writePart(part: string, bytes: AsyncIterable<Uint8Array>, progress: Progress): Promise<void> {
  const file = await open(part, "w", 0o600);
  try {
    for await (const piece of bytes) {
      await file.appendFile(piece);
      progress.add(1, piece.length);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
