import { mkdir } from "node:fs/promises";
import type { RawRows } from "../../ports/raw-rows.ts";
import { StoreError } from "../../ports/store-errors.ts";
import { isDataFolder, rowsFolderOf } from "./folder/data-folder.ts";
import { readLayout } from "./folder/layout-file.ts";
import { readMigration, refuseHalfMigrated } from "./folder/migration-file.ts";
import type { Ownership } from "./folder/owner.ts";
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
 * The rows of a stopped data folder, with what its journal has beyond them. The folder belongs to this process until `close`. Rejects with
 * StoreInUseError while another one has it, with StoreError when it holds no store, is damaged or of a newer layout.
 */
export async function openLmdbRows({ dir, log }: LmdbRowsOptions): Promise<RawRows> {
  if (!(await isDataFolder(dir))) throw new StoreError(`There is no data folder of Parley at ${dir}`);
  const ownership = await takeOwnership(dir);
  try {
    await refuseHalfMigrated(dir);
    // As a start does: what the journal alone has comes among the rows.
    await (await openOwnedStore({ dir, log }, keptOwnership)).close();
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

/** The store closes; the folder stays with its opener. */
const keptOwnership: Ownership = { release: async () => undefined };

/**
 * An empty data folder, or one whose filling was begun, to be filled. Rejects with StoreInUseError while another process has it. Nothing is
 * made before `begin` but the folder itself.
 */
export async function openLmdbTarget({ dir }: LmdbRowsOptions): Promise<LmdbTarget> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const ownership = await takeOwnership(dir);
  try {
    const underWay = await readMigration(dir);
    return await LmdbTarget.open(dir, ownership, underWay);
  } catch (error) {
    await ownership.release();
    throw error;
  }
}
