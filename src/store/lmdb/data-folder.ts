import { randomInt } from "node:crypto";
import { access, constants, mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
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

/** Makes the folder when it is missing. Throws StoreError when it cannot be used, or is of a newer layout. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const paths = { journalFolder: join(folder, "journal"), rowsFolder: join(folder, "rows") };
  try {
    await mkdir(paths.journalFolder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await access(paths.journalFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The data folder ${folder} cannot be written: ${reason}`, { cause: error });
  }
  const journalId = (await readLayout(folder)) ?? (await writeLayout(folder, paths.journalFolder));
  return { ...paths, journalId };
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
  if (typeof layout !== "object" || layout === null || !("layout" in layout) || !("journalId" in layout)) {
    throw new StoreError(`Expected {"layout", "journalId"} in ${path}, got ${text.slice(0, 100)}`);
  }
  if (layout.layout !== layoutVersion || typeof layout.journalId !== "number") {
    throw new StoreError(
      `The data folder ${folder} has layout ${String(layout.layout)}; this program reads layout ${layoutVersion}`,
    );
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
