import type { ClientBase } from "pg";
import { StoreError } from "../../../ports/store-errors.ts";

/** Returns the purpose for which the database is being filled, or `null`. */
export async function readMigration(client: ClientBase): Promise<string | null> {
  const { rows: found } = await client.query<{ name: string | null }>("SELECT to_regclass('parley.migration') AS name");
  if (found[0]?.name == null) return null;
  const { rows } = await client.query<{ purpose: string }>("SELECT purpose FROM parley.migration");
  return rows[0]?.purpose ?? "";
}

/** Call it inside a transaction. */
export async function writeMigration(client: ClientBase, purpose: string): Promise<void> {
  await client.query("CREATE TABLE IF NOT EXISTS parley.migration (purpose text NOT NULL)");
  await client.query("DELETE FROM parley.migration");
  await client.query("INSERT INTO parley.migration VALUES ($1)", [purpose]);
}

export async function removeMigration(client: ClientBase): Promise<void> {
  await client.query("DROP TABLE IF EXISTS parley.migration");
}

/** Throws StoreError for a partly filled database: a service would use its data as if they were complete. */
export async function refuseHalfMigrated(client: ClientBase, label: string): Promise<void> {
  if ((await readMigration(client)) === null) return;
  throw new StoreError(
    `The database ${label} is being filled by npm run migrate, which did not finish: run the same command again`,
  );
}
