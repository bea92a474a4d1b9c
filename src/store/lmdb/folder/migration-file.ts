import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../../core/files/is-missing.ts";
import { syncFolder, writeWholeFile } from "../../../core/files/whole-file.ts";
import { StoreError } from "../../../ports/store-errors.ts";

export const migrationName = "migration.txt";
const nameIn = (folder: string): string => join(folder, migrationName);

/** Returns the purpose for which the folder is being filled, or `null`. */
export async function readMigration(folder: string): Promise<string | null> {
  try {
    return await readFile(nameIn(folder), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The file is durable when the promise resolves. */
export const writeMigration = (folder: string, purpose: string): Promise<void> =>
  writeWholeFile(nameIn(folder), purpose);

export async function removeMigration(folder: string): Promise<void> {
  await rm(nameIn(folder), { force: true });
  await syncFolder(folder);
}

/** Throws StoreError for a partly filled folder: a service would use its data as if they were complete. */
export async function refuseHalfMigrated(folder: string): Promise<void> {
  if ((await readMigration(folder)) === null) return;
  throw new StoreError(
    `The data folder ${folder} is being filled by npm run migrate or npm run restore, which did not finish: run the same command again`,
  );
}
