import type { Client } from "pg";
import { firstFormVersion, formVersion, fromBeforeFirst } from "../../../codec/proto/form-version.ts";
import { generationCounter } from "../../../core/rows/new-generation.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import { decodeKey, encodeKey, encodePrefix } from "../../keys.ts";
import { readBytes, readKey } from "../binary.ts";
import { numberPrefix, sequenceName } from "../sequence-names.ts";
import { decodeRow } from "../tables.ts";
import { migrations } from "./migrations.ts";
import { ensureSecret, lockNumber } from "./secret.ts";

const migrationLock = `pg_advisory_lock(${lockNumber(1)})`;
const migrationUnlock = `pg_advisory_unlock(${lockNumber(1)})`;

/**
 * Updates the schema to the version of this program. If several processes start at once, one does this and the others wait. Rejects with
 * StoreError for the schema of a newer program. `otherTables` are statements that create missing tables of other modules.
 */
export async function migrate(client: Client, label: string, otherTables: readonly string[] = []): Promise<void> {
  const { rows } = await client.query("SELECT WHERE to_regclass('parley.schema_version') IS NOT NULL");
  // The schema of a newer program stays as it is.
  if (rows.length > 0) await readVersion(client, label);
  await ensureSecret(client);
  await client.query(`SELECT ${migrationLock}`);
  try {
    await client.query("CREATE TABLE IF NOT EXISTS parley.schema_version (version int NOT NULL)");
    const version = await readVersion(client, label);
    for (let next = Math.max(version + 1, firstFormVersion); next <= formVersion; next += 1)
      await runMigration(client, next);
    for (const statement of otherTables) await client.query(statement);
    await raiseNumbers(client);
  } finally {
    // A broken connection has no lock any more.
    await client.query(`SELECT ${migrationUnlock}`).catch(() => undefined);
  }
}

/**
 * Returns the version, 0 for an empty schema. Rejects with StoreError for the schema of a newer program, or of one from before the
 * first release.
 */
export async function readVersion(client: Client, label: string): Promise<number> {
  const { rows } = await client.query<{ version: number }>("SELECT version FROM parley.schema_version");
  const version = rows[0]?.version ?? 0;
  if (version > 0 && version < firstFormVersion)
    throw new StoreError(`The database ${label} has version ${version} of the schema; ${fromBeforeFirst}`);
  if (version <= formVersion) return version;
  throw new StoreError(
    `The database ${label} has version ${version} of the schema; this program knows versions up to ${formVersion}. A newer version of the service wrote it: start that one or a newer one.`,
  );
}

async function runMigration(client: Client, version: number): Promise<void> {
  const statements = migrations[version - firstFormVersion] ?? [];
  await client.query("BEGIN");
  for (const statement of statements) await client.query(statement);
  await client.query("DELETE FROM parley.schema_version");
  await client.query("INSERT INTO parley.schema_version VALUES ($1)", [version]);
  await client.query("COMMIT");
}

/** Copied rows have numbers that were not drawn here, so the sequences are raised above them. */
export async function raiseNumbers(client: Client): Promise<void> {
  const lastOf = async (name: "history" | "feed"): Promise<{ k: string; row: string } | undefined> => {
    const text = `SELECT k::text, row::text FROM parley.${name} ORDER BY k DESC LIMIT 1`;
    return (await client.query<{ k: string; row: string }>(text)).rows[0];
  };
  const history = await lastOf("history");
  if (history !== undefined) {
    const [number] = decodeKey("history", readKey(history.k));
    // Numbers of running programs exceed `last_value` by less than one increment.
    await client.query(
      "SELECT setval('parley.history_number', $1) FROM parley.history_number WHERE last_value + 8 < $1",
      [number],
    );
  }
  const feed = await lastOf("feed");
  if (feed !== undefined) {
    const key = readKey(feed.k);
    const { entries } = decodeRow("feed", key, readBytes(feed.row));
    const last = decodeKey("feed", key)[0] + Math.max(entries.length, 1) - 1;
    await client.query("UPDATE parley.feed_position SET last = $1 WHERE last < $1", [last]);
  }
  await client.query(
    "UPDATE parley.feed_position p SET last = c.last FROM parley.counter c WHERE c.k = $1 AND p.last < c.last",
    [Buffer.from(encodeKey("counter", [generationCounter]), "latin1")],
  );
  await raiseCounters(client);
}

async function raiseCounters(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, coalesce(last_value, 0)::text AS last FROM pg_sequences
     WHERE schemaname = 'parley' AND starts_with(sequencename, $1)`,
    [numberPrefix],
  );
  for (const { name, last } of rows) {
    const key = encodeKey("counter", [name.slice(numberPrefix.length)]);
    await client.query(
      "SELECT setval($1::text::regclass, last) FROM parley.counter WHERE k = $2 AND last > $3::bigint",
      [sequenceName(name), Buffer.from(key, "latin1"), last],
    );
  }
}

/** The first byte of every feed key, as SQL. */
export const feedKeyStart = `'\\x${Buffer.from(encodePrefix("feed", []), "latin1").toString("hex")}'::bytea`;
