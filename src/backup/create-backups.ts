import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { within } from "../core/within.ts";
import type { Backups, Image } from "../ports/backups.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { MovedFiles } from "../ports/moved-files.ts";
import type { RowReader } from "../ports/row-reader.ts";
import type { StoreImages } from "../ports/store-images.ts";
import type { WatchedFiles } from "../ports/watched-files.ts";
import type { BackupFolderTimes } from "./folder/backup-folder.ts";
import { BackupFolder } from "./folder/backup-folder.ts";
import { FileMirror } from "./folder/file-mirror.ts";
import { filesFolderOf, removedFolderOf } from "./folder/folder-names.ts";
import type { ImageFiles } from "./image/image.types.ts";
import { createPace } from "./image/pace.ts";
import { writeImage } from "./image/write-image.ts";

export interface BackupsParts {
  readonly images: StoreImages;
  readonly rows: RowReader;
  /** Files and photos. `null` when they are in a bucket, which is not part of a backup. */
  readonly files: Readonly<Record<"files" | "photos", WatchedFiles>> | null;
  /** Opens the copies of files in this folder. */
  readonly copiesIn: (folder: string) => MovedFiles;
  /** The folder for continuous backups, or `null`. */
  readonly folder: ({ readonly path: string } & BackupFolderTimes) | null;
  readonly bytesPerSecond: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenBackups extends Backups {
  /** Begins the continuous backup. */
  start(): void;
  stop(): Promise<void>;
}

/** A part of the time in which the service must stop. */
const hurryMs = 2_000;
const stopMs = 4_000;

const busy = fail("conflict", "A backup is being made; try again when it is done.");

/** Creates the backups of a store that only this process uses. */
export function createBackups(parts: BackupsParts): OpenBackups {
  const { images, rows, clock, log, folder: into, files, copiesIn, bytesPerSecond } = parts;
  const pace = createPace({ bytesPerSecond, clock, lastRecord: () => images.last() });
  let isBusy = false;
  const make = (filesKind: ImageFiles): Result<Image> => {
    if (isBusy) return busy;
    const image = writeImage({ images, rows, clock, pace, files: filesKind === "inside" ? files : null, filesKind });
    isBusy = true;
    const free = (): void => {
      isBusy = false;
    };
    image.end.then(free, free);
    return ok(image);
  };
  const toFolder =
    into === null
      ? null
      : new BackupFolder({
          folder: into.path,
          times: into,
          images,
          clock,
          log,
          makeBase() {
            const made = make(files === null ? "elsewhere" : "beside");
            return made.ok ? made.value : null;
          },
          mirrorsIn: (place) =>
            files === null
              ? []
              : (["files", "photos"] as const).map(
                  (kind) =>
                    new FileMirror({
                      source: files[kind],
                      copies: copiesIn(filesFolderOf(place, kind)),
                      removedFolder: removedFolderOf(place, kind),
                      pace,
                      clock,
                    }),
                ),
        });
  return {
    makeImage: () => make(files === null ? "elsewhere" : "inside"),
    folder: () => toFolder?.state() ?? null,
    start: () => toFolder?.start(),
    async stop() {
      if (toFolder !== null) await within(clock, stopMs, toFolder.stop(hurryMs));
      await rows.close();
    },
  };
}
