import { randomBytes } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ImageError } from "../../backup/image/image.types.ts";
import type { WholeImage } from "../../backup/image/read-image.ts";
import { verifyImage } from "../../backup/image/read-image.ts";
import type { Progress } from "../progress.ts";

export interface WrittenImage extends WholeImage {
  /** The length of the file. */
  readonly bytes: number;
}

/**
 * Writes the bytes to a new file under a name that nobody knows, reads them back and compares them. Only then does the file get its
 * name. The folder is opened once, so that nobody can exchange a part of its path meanwhile. Follows no link and overwrites nothing.
 */
export async function writeImageFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): Promise<WrittenImage> {
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  const inFolder = (name: string): string => `/proc/self/fd/${folder.fd}/${name}`;
  const part = inFolder(`${basename(path)}.${randomBytes(8).toString("hex")}.part`);
  try {
    const file = await open(part, "wx+", 0o600).catch((error: unknown) => {
      throw new ImageError(`${path} cannot be written: ${Object(error).code}`);
    });
    const image = await writePart(file, path, bytes, progress).finally(() => file.close());
    if (lstatSync(inFolder(basename(path)), { throwIfNoEntry: false }) !== undefined)
      throw new ImageError(`${path} exists since the backup began, and a backup overwrites nothing`);
    await rename(part, inFolder(basename(path)));
    await folder.sync();
    return image;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await folder.close();
  }
}

async function writePart(
  file: FileHandle,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): Promise<WrittenImage> {
  progress.begin("pieces written", 0);
  for await (const piece of bytes) {
    await file.appendFile(piece);
    progress.add(1, piece.length);
  }
  await file.sync();
  progress.begin("pieces compared", 0);
  const written = file.createReadStream({ start: 0, autoClose: false });
  const image = await verifyImage(path, (length) => progress.add(1, length), written);
  return { ...image, bytes: (await file.stat()).size };
}
