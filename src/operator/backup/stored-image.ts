import { join } from "node:path";
import { createBackups } from "../../backup/create-backups.ts";
import { systemClock } from "../../core/clock.ts";
import { createFileFolder } from "../../files/file-folder.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import { tokensIn } from "../../files/stored-files.ts";
import { createWatchedFiles } from "../../files/watched-files.ts";
import type { Image } from "../../ports/backups.ts";
import type { Log } from "../../ports/log.ts";
import type { WatchedFiles } from "../../ports/watched-files.ts";
import { rowsFolderOf } from "../../store/lmdb/folder/data-folder.ts";
import { openLmdbStore } from "../../store/lmdb/open-lmdb-store.ts";
import { createRowReader } from "../../tasks/row-reader.ts";

export interface StoredImage {
  readonly image: Image;
  close(): Promise<void>;
}

/** Creates an image of a data folder that no service uses. Rejects with StoreInUseError when one uses it. */
export async function openStoredImage(dir: string, hasFilesElsewhere: boolean, log: Log): Promise<StoredImage> {
  const store = await openLmdbStore({ dir, log });
  const watch = (name: string): WatchedFiles => {
    const folder = join(dir, name);
    return createWatchedFiles(createFileFolder({ dir: folder, log }), () => tokensIn(folder));
  };
  const backups = createBackups({
    images: store.images,
    rows: createRowReader(rowsFolderOf(dir)),
    files: hasFilesElsewhere ? null : { files: watch("files"), photos: watch("photos") },
    copiesIn: (folder) => createMovedFolder({ dir: folder, log }),
    folder: null,
    // No service waits for the disk, so there is no limit.
    bytesPerSecond: Number.MAX_SAFE_INTEGER,
    clock: systemClock,
    log,
  });
  const made = backups.makeImage();
  if (!made.ok) throw new Error(made.failure.message);
  return {
    image: made.value,
    async close() {
      await backups.stop();
      await store.close();
    },
  };
}
