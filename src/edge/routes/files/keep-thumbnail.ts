import type { FileStore, NewFile } from "../../../ports/file-store.ts";
import type { Log } from "../../../ports/log.ts";
import type { FileRow } from "../../../ports/store.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";

const pictures = /^image\/(jpeg|png|webp|gif)$/;

export interface ThumbnailKeeping {
  readonly files: FileStore;
  readonly thumbnailer: Thumbnailer;
  readonly log: Log;
}

export interface Thumbnail {
  readonly token: string;
  readonly row: FileRow;
}

/**
 * Stores a thumbnail of a stored picture as a file of the same chat, with the same rights and lifetime. `null` if none could be
 * made or stored; the picture stays in each case. Source: CH-59.
 */
export async function keepThumbnail(
  { files, thumbnailer, log }: ThumbnailKeeping,
  { token, row }: Thumbnail,
  keep: (file: NewFile, row: FileRow) => Promise<boolean>,
): Promise<Thumbnail | null> {
  if (!pictures.test(row.mimeType)) return null;
  const bytes = await thumbnailer.make(() => readWhole(files, token));
  if (bytes === null) return null;
  const file = files.begin();
  try {
    await file.write(bytes, 0);
    const own = { ...row, name: "thumb.jpg", mimeType: "image/jpeg", bytes: bytes.length };
    return (await keep(file, own)) ? { token: file.token, row: own } : null;
  } catch (error) {
    await file.discard();
    log.error({ err: error }, "a thumbnail could not be stored");
    return null;
  }
}

async function readWhole(files: FileStore, token: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await files.open(token);
  if (file === null) return null;
  try {
    const bytes = new Uint8Array(file.bytes);
    for (let at = 0, came = 1; at < bytes.length && came > 0; at += came)
      came = await file.read(bytes.subarray(at), at);
    return bytes;
  } finally {
    await file.close();
  }
}
