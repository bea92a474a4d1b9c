import { join } from "node:path";
import type { FileFolderOptions } from "../../files/file-folder.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import type { RawRows } from "../../ports/raw-rows.ts";
import { openLmdbRows, openLmdbTarget } from "../../store/lmdb/open-lmdb-rows.ts";
import type { Side, TargetSide } from "./sides.types.ts";

/** Opens a data folder as the source. Rejects with StoreError when another process owns it, or when it holds no store. */
export const openFolderSide = async (options: FileFolderOptions): Promise<Side> =>
  sideOf(options, await openLmdbRows(options));

/** Opens a data folder as the target. It is created when it is missing. */
export const openFolderTarget = async (options: FileFolderOptions): Promise<TargetSide> =>
  sideOf(options, await openLmdbTarget(options));

function sideOf<Rows extends RawRows>({ dir, log }: FileFolderOptions, rows: Rows): Side<Rows> {
  const filesIn = (name: string) => createMovedFolder({ dir: join(dir, name), log });
  return {
    label: `the data folder ${dir}`,
    rows,
    files: { files: filesIn("files"), photos: filesIn("photos") },
    close: () => rows.close(),
  };
}
