import type { ClientBase } from "pg";

const there = "SELECT to_regclass('parley.file_object') IS NOT NULL AS there";
/** Only files whose object exists. */
const whole = `SELECT kept.name, kept.bytes::text FROM parley.file_object AS kept
  JOIN pg_catalog.pg_largeobject_metadata AS object ON object.oid = kept.oid WHERE kept.store = $1`;

/** Returns the size of every file of this name in the database, by its token. */
export async function bytesOfObjects(client: ClientBase, name: string): Promise<ReadonlyMap<string, number>> {
  if ((await client.query<{ there: boolean }>(there)).rows[0]?.there !== true) return new Map();
  const { rows } = await client.query<{ name: string; bytes: string }>(whole, [name]);
  return new Map(rows.map((row) => [row.name, Number(row.bytes)]));
}
