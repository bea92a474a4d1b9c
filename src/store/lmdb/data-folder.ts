import { randomInt } from "node:crypto";
import { access, constants, mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { StoreError } from "../../ports/store.ts";
import { syncFolder } from "./journal-files.ts";

/** Grows when a program of the version before could not read the folder. */
const layoutVersion = 1;
const layoutName = "layout.json";

export interface DataFolder {
  readonly journalFolder: string;
  readonly rowsFolder: string;
  /** First bytes of every journal record. */
  readonly journalId: number;
}

const journalFolderOf = (folder: string): string => join(folder, "journal");
const allAccess = constants.R_OK | constants.W_OK | constants.X_OK;
/** Chats are nobody else's business. */
const ownerOnly = 0o700;

/** Makes the folder when it is missing. Throws StoreError when it cannot be written. */
export async function makeWritable(folder: string): Promise<void> {
  try {
    const created = await mkdir(journalFolderOf(folder), { recursive: true, mode: ownerOnly });
    // A folder is not there after a crash until the one that names it is on the disk.
    if (created !== undefined) await syncUpTo(dirname(resolve(created)), resolve(folder));
    await access(folder, allAccess);
    await access(journalFolderOf(folder), allAccess);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${folder} cannot be written: ${reason}`, { cause: error });
  }
}

/** Whether a store was begun in the folder; makes nothing. Rejects when that cannot be told. */
export async function isDataFolder(folder: string): Promise<boolean> {
  try {
    await access(join(folder, layoutName), constants.F_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${folder} cannot be read: ${reason}`, { cause: error });
  }
}

async function syncUpTo(top: string, folder: string): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    await syncFolder(path);
    if (path === top || path === dirname(path)) return;
  }
}

/** Reads what the folder says of itself, or begins a new store. Throws StoreError when it is of a newer layout. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const journalFolder = journalFolderOf(folder);
  const journalId = (await readLayout(folder)) ?? (await writeLayout(folder, journalFolder));
  return { journalFolder, rowsFolder: join(folder, "rows"), journalId };
}

async function readLayout(folder: string): Promise<number | null> {
  const path = join(folder, layoutName);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const layout: unknown = parse(text);
  const version = typeof layout === "object" && layout !== null && "layout" in layout ? layout.layout : undefined;
  if (version !== layoutVersion) {
    throw new StoreError(
      `The data folder ${folder} has layout ${String(version)}; this program reads layout ${layoutVersion}`,
    );
  }
  if (
    typeof layout !== "object" ||
    layout === null ||
    !("journalId" in layout) ||
    typeof layout.journalId !== "number"
  ) {
    throw new StoreError(`Expected a number "journalId" in ${path}, got ${text.slice(0, 100)}`);
  }
  return layout.journalId;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function writeLayout(folder: string, journalFolder: string): Promise<number> {
  if ((await readdir(journalFolder)).length > 0) {
    throw new StoreError(`The data folder ${folder} has a journal but no ${layoutName}; restore it from a backup`);
  }
  const journalId = randomInt(1, 2 ** 32);
  const path = join(folder, layoutName);
  const file = await open(`${path}.new`, "w");
  try {
    await file.writeFile(`${JSON.stringify({ layout: layoutVersion, journalId })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
  return journalId;
}
