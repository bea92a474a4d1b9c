import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Databases } from "../../../store/postgres/postgres-fixture.ts";
import type { Manifest } from "./contents.types.ts";
import { unpackDatabase } from "./packed-database.ts";

const folder = "test/fixtures/databases";

export const keptDatabases: Manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));

/** Runs `work` with a separate connection. */
export async function connected<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  // If the test cuts this connection, its queries report the error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Restores a kept database into a new one. Resolves with its URL. */
export async function restoreDatabase(databases: Databases, name: string): Promise<string> {
  const url = await databases.create();
  await connected(url, (client) => unpackDatabase(readFileSync(join(folder, `${name}.sql.br`)), client));
  return url;
}

/** The columns, indexes and sequences that the server reports, and the version. */
const shapes = `SELECT format('column %s.%s %s%s default %s identity %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' not null' END, pg_get_expr(d.adbin, d.adrelid), a.attidentity) AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = to_regnamespace('parley') AND c.relkind = 'r'
UNION ALL SELECT format('table %s %s', relname, reloptions) FROM pg_class
  WHERE relnamespace = to_regnamespace('parley') AND relkind = 'r'
UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'parley'
UNION ALL SELECT format('sequence %s by %s', sequencename, increment_by) FROM pg_sequences
  WHERE schemaname = 'parley' AND NOT starts_with(sequencename, 'number/')
ORDER BY 1`;

export async function shapeOf(client: pg.Client): Promise<readonly string[]> {
  return (await client.query<{ line: string }>(shapes)).rows.map(({ line }) => line);
}

/** The version of the schema; 0 without a schema. */
export async function versionOf(client: pg.Client): Promise<number> {
  const [found] = (await client.query("SELECT to_regclass('parley.schema_version') AS name")).rows;
  if (found?.name == null) return 0;
  return (await client.query<{ version: number }>("SELECT version FROM parley.schema_version")).rows[0]?.version ?? 0;
}
