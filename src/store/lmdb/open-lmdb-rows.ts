import { makeFolders } from "../../core/files/make-folders.ts";
import type { RawRows } from "../../ports/raw-rows.ts";
import { StoreError } from "../../ports/store-errors.ts";
import { isDataFolder, rowsFolderOf } from "./folder/data-folder.ts";
import { readLayout } from "./folder/layout-file.ts";
import { readMigration, refuseHalfMigrated } from "./folder/migration-file.ts";
import { takeOwnership } from "./folder/owner.ts";
import { LmdbTarget } from "./lmdb-target.ts";
import { openOwnedStore } from "./open-lmdb-store.ts";
import { rowsOf } from "./raw-rows.ts";
import { openRowEnvironment } from "./rows/row-environment.ts";
import type { StoreLog } from "./store-log.ts";

export interface LmdbRowsOptions {
  readonly dir: string;
  readonly log: StoreLog;
}

/**
 * Opens the rows of a stopped data folder, with the later records of its journal. The folder belongs to this process until `close`.
 * Rejects with StoreInUseError while another process has the folder. Rejects with StoreError when the folder holds no store, is
 * damaged or has a newer layout.
 */
export async function openLmdbRows({ dir, log }: LmdbRowsOptions): Promise<RawRows> {
  if (!(await isDataFolder(dir))) throw new StoreError(`There is no data folder of Parley at ${dir}`);
  const ownership = await takeOwnership(dir);
  try {
    await refuseHalfMigrated(dir);
    // Like a start: records that only the journal has are added to the rows.
    await (await openOwnedStore({ dir, log }, { ...ownership, release: kept })).close();
    const environment = await openRowEnvironment(rowsFolderOf(dir), () => undefined);
    const journalId = (await readLayout(dir))?.journalId;
    return { ...rowsOf(environment), state: async () => `${journalId}:${environment.applied}`, close: end };
    async function end(): Promise<void> {
      await environment.close();
      await ownership.release();
    }
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/** The store closes, but the opener keeps the folder. */
const kept = async (): Promise<void> => undefined;

/**
 * Opens a data folder that is empty or partly filled, to fill it. Rejects with StoreInUseError while another process has the
 * folder. Before `begin` only the folder itself is created.
 */
export async function openLmdbTarget({ dir }: LmdbRowsOptions): Promise<LmdbTarget> {
  await makeFolders(dir);
  const ownership = await takeOwnership(dir);
  try {
    const underWay = await readMigration(dir);
    return await LmdbTarget.open(dir, ownership, underWay);
  } catch (error) {
    await ownership.release();
    throw error;
  }
}
