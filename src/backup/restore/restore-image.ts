import { readInOrder } from "../../core/files/pieces-in-order.ts";
import type { ImageTarget } from "../../ports/image-target.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import { entryNames } from "../image/image.types.ts";
import type { ImageEntry, WholeImage } from "../image/read-image.ts";
import { entriesOf } from "../image/read-image.ts";

export interface RestoreImage {
  readonly path: string;
  /** The result of reading and comparing the complete image. */
  readonly image: WholeImage;
  /** The progress, which has begun already. */
  readonly target: ImageTarget;
  readonly files: MovedFiles;
  readonly photos: MovedFiles;
  onProgress(bytes: number): void;
}

/** Restores an image into the target. The target then has the state after record `image.end.through`. */
export async function restoreImage({ path, image, target, files, photos, onProgress }: RestoreImage): Promise<void> {
  const { begin, end } = image;
  let after = begin.before;
  for await (const entry of entriesOf(path)) {
    const { name, bytes } = entry;
    if (name.startsWith(entryNames.rows)) await target.putRows(await wholeOf(entry));
    else if (name.startsWith(entryNames.journal)) {
      const { form, journalId } = begin;
      const bytes = await wholeOf(entry);
      after = (await target.replay({ bytes, form, journalId, after, through: end.through })).number;
    } else if (name.startsWith(entryNames.files)) await putFile(files, name.slice(entryNames.files.length), entry);
    else if (name.startsWith(entryNames.photos)) await putFile(photos, name.slice(entryNames.photos.length), entry);
    onProgress(bytes);
  }
}

async function wholeOf({ content }: ImageEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads the bytes in order, from the first to the last. */
async function putFile(files: MovedFiles, token: string, { bytes, content }: ImageEntry): Promise<void> {
  const read = readInOrder(content[Symbol.asyncIterator]());
  await files.put(token, { bytes, read, close: async () => undefined });
}
