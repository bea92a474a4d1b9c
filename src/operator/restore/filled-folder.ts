import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { LaterPart } from "../../backup/restore/later-parts.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import type { ImageTarget } from "../../ports/image-target.ts";
import type { Log } from "../../ports/log.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import { StoreError } from "../../ports/store-errors.ts";
import { decodeKey } from "../../store/keys.ts";
import { closeToOthers } from "../../store/lmdb/folder/folder-modes.ts";
import { erasuresIn } from "../../store/lmdb/journal/erasures-in.ts";
import { openLmdbTarget } from "../../store/lmdb/open-lmdb-rows.ts";

/** A data folder while a restore fills it. */
export interface FilledFolder {
  readonly target: ImageTarget;
  readonly files: MovedFiles;
  readonly photos: MovedFiles;
  /** The tokens of all files that rows name. */
  fileTokens(): AsyncIterable<string>;
  /** Marks the erasures of a later journal for the service, which carries them out before it serves. Returns their number. */
  eraseAgain(later: LaterPart): Promise<number>;
}

const purposeStart = "restore of ";
export const purposeOf = (name: string): string => `${purposeStart}${name}`;

/** Creates the folder when it is missing. Rejects with StoreError when another process owns it, or another command fills it. */
export async function openFilledFolder(dir: string, log: Log): Promise<FilledFolder> {
  const target = await openLmdbTarget({ dir, log });
  const { underWay } = target;
  if (underWay !== null && underWay !== "" && !underWay.startsWith(purposeStart)) {
    await target.close();
    throw new StoreError(`The data folder ${dir} is being filled by npm run migrate: expected another folder`);
  }
  await closeToOthers(dir);
  // Files of an earlier run may belong to another backup.
  for (const name of ["files", "photos"]) await rm(join(dir, name), { recursive: true, force: true });
  return {
    target,
    files: createMovedFolder(join(dir, "files"), log),
    photos: createMovedFolder(join(dir, "photos"), log),
    async eraseAgain(later) {
      const rows = erasuresIn(later);
      if (rows.length > 0)
        await target.put(
          "erasure",
          rows.map(({ key, row }) => ({ key, row: Buffer.from(row) })),
        );
      return rows.length;
    },
    async *fileTokens() {
      let page = await target.page("file", null);
      for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
        for (const { key } of page) yield decodeKey("file", key)[0];
        page = await target.page("file", last.key);
      }
    },
  };
}
