import { join } from "node:path";
import { actorKindOf } from "../../core/ids.ts";
import { actors, readStoredActor } from "../../domain/actors.ts";
import { createMovedFolder } from "../../files/moved-folder.ts";
import { createMovedObjects } from "../../files/postgres/moved-objects.ts";
import type { Log } from "../../ports/log.ts";
import type { MovedFiles } from "../../ports/moved-files.ts";
import type { RawRows, RawTarget } from "../../ports/raw-rows.ts";
import type { ActorRow } from "../../ports/store.ts";
import { openLmdbRows, openLmdbTarget } from "../../store/lmdb/open-lmdb-rows.ts";
import type { RawConnection } from "../../store/postgres/raw/postgres-rows.ts";
import { openPostgresRows } from "../../store/postgres/raw/postgres-rows.ts";
import { openPostgresTarget as openTarget } from "../../store/postgres/raw/postgres-target.ts";

/** The source or the target of a migration. */
export interface Side<Rows extends RawRows = RawRows> {
  /** The name of this side in messages. It contains no secret. */
  readonly label: string;
  readonly rows: Rows;
  /** Files by kind: files of chats, and photos. */
  readonly files: Readonly<Record<FileKind, MovedFiles>>;
  close(): Promise<void>;
}
export type TargetSide = Side<RawTarget>;

export type FileKind = "files" | "photos";
export const fileKinds: readonly FileKind[] = ["files", "photos"];

/** Opens a PostgreSQL as the source. Rejects with StoreError when it is not reachable, in use or empty. `url` is a secret. */
export const openPostgresSide = async (url: string): Promise<Side> => postgresSideOf(await openPostgresRows(url));

/** Opens a PostgreSQL as the target. */
export const openPostgresTarget = async (url: string): Promise<TargetSide> =>
  postgresSideOf(await openTarget({ url, isAtRest }));

async function postgresSideOf<Rows extends RawRows & RawConnection>(rows: Rows): Promise<Side<Rows>> {
  const { pool, label } = rows.database;
  const filesNamed = (name: string) => createMovedObjects(pool, label, name);
  return {
    label: `the database ${label}`,
    rows,
    files: { files: filesNamed("files"), photos: filesNamed("photos") },
    close: () => rows.close(),
  };
}

/** A row that cannot be read counts as not at rest. The code that reads the row reports the failure. */
function isAtRest(row: ActorRow): boolean {
  try {
    const kind = actorKindOf(row.actor);
    const { state, context } = readStoredActor(row, kind);
    return actors[kind].isAtRest(state, context);
  } catch {
    return false;
  }
}

/** Opens a data folder as the source. Rejects with StoreError when another process owns it, or when it holds no store. */
export const openFolderSide = async (dir: string, log: Log): Promise<Side> =>
  folderSideOf(dir, log, await openLmdbRows({ dir, log }));

/** Opens a data folder as the target. It is created when it is missing. */
export const openFolderTarget = async (dir: string, log: Log): Promise<TargetSide> =>
  folderSideOf(dir, log, await openLmdbTarget({ dir, log }));

function folderSideOf<Rows extends RawRows>(dir: string, log: Log, rows: Rows): Side<Rows> {
  const filesIn = (name: string) => createMovedFolder(join(dir, name), log);
  return {
    label: `the data folder ${dir}`,
    rows,
    files: { files: filesIn("files"), photos: filesIn("photos") },
    close: () => rows.close(),
  };
}
