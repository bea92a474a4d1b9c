import { join } from "node:path";
import { createMovedFolder } from "../../files/moved-folder.ts";
import type { Log } from "../../ports/log.ts";
import type { RawRows } from "../../ports/raw-rows.ts";
import { openLmdbRows, openLmdbTarget } from "../../store/lmdb/open-lmdb-rows.ts";
import type { Side, TargetSide } from "./sides.types.ts";

/** Opens a data folder as the source. Rejects with StoreError when another process owns it, or when it holds no store. */
export const openFolderSide = async (dir: string, log: Log): Promise<Side> =>
  sideOf(dir, log, await openLmdbRows({ dir, log }));

/** Opens a data folder as the target. It is created when it is missing. */
export const openFolderTarget = async (dir: string, log: Log): Promise<TargetSide> =>
  sideOf(dir, log, await openLmdbTarget({ dir, log }));

function sideOf<Rows extends RawRows>(dir: string, log: Log, rows: Rows): Side<Rows> {
  const filesIn = (name: string) => createMovedFolder(join(dir, name), log);
  return {
    label: `the data folder ${dir}`,
    rows,
    files: { files: filesIn("files"), photos: filesIn("photos") },
    close: () => rows.close(),
  };
}
