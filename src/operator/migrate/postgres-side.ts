import { actorKindOf } from "../../core/ids.ts";
import { actors, readStoredActor } from "../../domain/actors.ts";
import { createMovedObjects } from "../../files/postgres/moved-objects.ts";
import type { RawRows } from "../../ports/raw-rows.ts";
import type { ActorRow } from "../../ports/store.ts";
import type { RawConnection } from "../../store/postgres/raw/postgres-rows.ts";
import { openPostgresRows } from "../../store/postgres/raw/postgres-rows.ts";
import { openPostgresTarget as openTarget } from "../../store/postgres/raw/postgres-target.ts";
import type { Side, TargetSide } from "./sides.types.ts";

/** Opens a PostgreSQL as the source. Rejects with StoreError when it is not reachable, in use or empty. `url` is a secret. */
export const openPostgresSide = async (url: string): Promise<Side> => sideOf(await openPostgresRows(url));

/** Opens a PostgreSQL as the target. */
export const openPostgresTarget = async (url: string): Promise<TargetSide> =>
  sideOf(await openTarget({ url, isAtRest }));

async function sideOf<Rows extends RawRows & RawConnection>(rows: Rows): Promise<Side<Rows>> {
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
