import { access, constants, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isMissing } from "../../../core/files/is-missing.ts";
import { makeFolders } from "../../../core/files/make-folders.ts";
import { syncFolder } from "../../../core/files/whole-file.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import type { Layout } from "./layout-file.ts";
import { layoutName, layoutVersion, newLayout, readLayout, writeLayout } from "./layout-file.ts";
import { migrationName } from "./migration-file.ts";

export interface DataFolder {
  readonly journalFolder: string;
  readonly rowsFolder: string;
  /** The first bytes of every journal record. */
  readonly journalId: number;
}

export const rowsName = "rows";
export const journalName = "journal";
export const journalFolderOf = (folder: string): string => join(folder, journalName);
export const rowsFolderOf = (folder: string): string => join(folder, rowsName);
const allAccess = constants.R_OK | constants.W_OK | constants.X_OK;

/** Creates the folder when it is missing. Throws StoreError when it cannot be written. */
export async function makeWritable(folder: string): Promise<void> {
  try {
    const created = await makeFolders(journalFolderOf(folder));
    // A new folder survives a crash only when its parent folder is on the disk.
    if (created !== undefined) await syncUpTo(dirname(resolve(created)), resolve(folder));
    await access(folder, allAccess);
    await access(journalFolderOf(folder), allAccess);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${folder} cannot be written: ${reason}`, { cause: error });
  }
}

/** Whether the folder has the start of a store. Creates nothing. Rejects when the folder cannot be read. */
export async function isDataFolder(folder: string): Promise<boolean> {
  try {
    await access(join(folder, layoutName), constants.F_OK);
    return true;
  } catch (error) {
    if (isNowhere(error)) return false;
    throw unreadable(folder, error);
  }
}

/** Whether the folder has any part of a store, even a damaged or half filled one. Rejects when the folder cannot be read. */
export async function hasStore(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    return [layoutName, journalName, rowsName, migrationName].some((name) => names.includes(name));
  } catch (error) {
    if (isNowhere(error)) return false;
    throw unreadable(folder, error);
  }
}

/** True when the path does not exist, also when a file is in place of one of its folders. */
export const isNowhere = (error: unknown): boolean => isMissing(error) || Object(error).code === "ENOTDIR";

function unreadable(folder: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError(`The data folder ${folder} cannot be read: ${reason}`, { cause: error });
}

async function syncUpTo(top: string, folder: string): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    await syncFolder(path);
    if (path === top || path === dirname(path)) return;
  }
}

/**
 * Reads the layout of the folder, or starts a new store. An earlier layout gets the present version, so that no earlier program opens the
 * folder. Throws StoreError when the layout cannot be read or is lost.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const layout = (await readLayout(folder)) ?? (await beginLayout(folder));
  if (layout.version < layoutVersion) await writeLayout(folder, { ...layout, version: layoutVersion });
  return {
    journalFolder: journalFolderOf(folder),
    rowsFolder: rowsFolderOf(folder),
    journalId: layout.journalId,
  };
}

/** The layout file is created first. A folder with other files and without it has lost it. */
async function beginLayout(folder: string): Promise<Layout> {
  const [inJournal, inFolder] = await Promise.all([readdir(journalFolderOf(folder)), readdir(folder)]);
  if (inJournal.length > 0 || inFolder.includes(rowsName)) {
    const found = inJournal.length > 0 ? "a journal" : `a folder ${rowsName}`;
    throw new StoreError(`The data folder ${folder} has ${found} but no ${layoutName}; restore it from a backup`);
  }
  const layout = newLayout();
  await writeLayout(folder, layout);
  return layout;
}
