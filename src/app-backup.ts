import { join } from "node:path";
import type { BackupsParts, OpenBackups } from "./backup/create-backups.ts";
import { createBackups } from "./backup/create-backups.ts";
import type { Config } from "./config/config.types.ts";
import { createMovedFolder } from "./files/moved-folder.ts";
import { tokensIn } from "./files/stored-files.ts";
import { createWatchedFiles } from "./files/watched-files.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { WatchedFiles } from "./ports/watched-files.ts";
import { rowsFolderOf } from "./store/lmdb/folder/data-folder.ts";
import { createRowReader } from "./tasks/row-reader.ts";

/** Files and photos in a data folder. A backup can follow which of them are added and removed. */
export function watchFiles(
  dataDir: string,
  { files, photos }: Readonly<Record<"files" | "photos", FileStore>>,
): Readonly<Record<"files" | "photos", WatchedFiles>> {
  const watch = (name: string, place: FileStore): WatchedFiles =>
    createWatchedFiles(place, () => tokensIn(join(dataDir, name)));
  return { files: watch("files", files), photos: watch("photos", photos) };
}

export interface BackupsOptions extends Pick<BackupsParts, "images" | "files" | "clock" | "log"> {
  readonly config: Pick<Config, "dataDir" | "backup" | "limits">;
}

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

/** Creates the backups of the embedded store of this process. */
export function openBackups({ config, ...parts }: BackupsOptions): OpenBackups {
  const { dataDir, backup, limits } = config;
  return createBackups({
    ...parts,
    rows: createRowReader(rowsFolderOf(dataDir)),
    copiesIn: (dir) => createMovedFolder({ dir, log: parts.log }),
    folder:
      backup === null
        ? null
        : {
            path: backup.folder,
            everyMs: backup.everySeconds * secondMs,
            baseEveryMs: backup.baseEveryHours * hourMs,
            keptMs: backup.keptDays * 24 * hourMs,
          },
    bytesPerSecond: limits.backupBytesPerSecond,
  });
}
