import { join } from "node:path";
import { FileMirror } from "../../src/backup/folder/file-mirror.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { createMovedFolder } from "../../src/files/moved-folder.ts";
import { tokensIn } from "../../src/files/stored-files.ts";
import { createWatchedFiles } from "../../src/files/watched-files.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The mirror of a service that has no files any more. */
export function emptiedMirror(folder: string, nowMs: number): FileMirror {
  const dir = join(folder, "files");
  return new FileMirror({
    source: createWatchedFiles(createFileFolder(dir, log), () => tokensIn(dir)),
    copies: createMovedFolder(join(folder, "copies"), log),
    removedFolder: join(folder, "removed"),
    clock: { ...systemClock, nowMs: () => nowMs },
    pace: { take: async () => undefined },
  });
}
