import type { Client } from "pg";
import { formVersion } from "../../../codec/proto/form-version.ts";
import { systemClock } from "../../../core/clock.ts";
import type { RawRow, RawRows } from "../../../ports/raw-rows.ts";
import type { TableName } from "../../../ports/store.ts";
import { DamagedRowError, StoreError } from "../../../ports/store-errors.ts";
import { describeKey, isKey } from "../../keys.ts";
import type { RowListener } from "../../references.ts";
import { createReferences } from "../../references.ts";
import { readVersion } from "../schema/migrate.ts";
import { toStoreError } from "../store-errors.ts";
import { decodeRow, tableNames } from "../tables.ts";
import { refuseHalfMigrated } from "./migration-mark.ts";
import { closeConnection, connectRaw, rowsOf } from "./postgres-rows.ts";

export interface DatabaseExamination {
  /** Secret, because it may contain a password. */
  readonly url: string;
  /**
   * Returns the size of every complete chat file in the database, by token, as the transaction of this connection sees it. `null`
   * when files are stored elsewhere.
   */
  readonly filesIn: ((client: Client) => Promise<ReadonlyMap<string, number>>) | null;
  /** Receives every row. */
  readonly rows?: RowListener;
  /** Called once for each damaged or missing part. */
  onDamage(text: string): void;
  /** Called for useful facts that are no damage. */
  onNote(text: string): void;
  onProgress(text: string): void;
}

/**
 * Reads every row of a database and checks references from rows to files, all in one snapshot. Services may run meanwhile. The
 * check changes nothing. Rejects with StoreError when the database cannot be read or has no data of Parley.
 */
export async function examineDatabase(given: DatabaseExamination): Promise<{
  readonly rows: number;
  readonly isWhole: boolean;
  readonly files: number;
  readonly clockAheadMs: number;
}> {
  const connection = await connectRaw(given.url, async () => undefined);
  const { client, database, hasSchema } = connection;
  try {
    if (!hasSchema) throw new StoreError(`The database ${database.label} contains no data of Parley`);
    await refuseHalfMigrated(client, database.label);
    const version = await readVersion(client, database.label);
    if (version < formVersion)
      throw new StoreError(
        `The database ${database.label} has schema version ${version}, but this program needs ${formVersion}: start the service once, which updates the schema`,
      );
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const clockAheadMs = await readClock(client);
    if (await mayAllConnect(client))
      given.onNote(
        `Every user of the server may connect to the database ${database.label}: REVOKE CONNECT ON DATABASE … FROM PUBLIC`,
      );
    const references = createReferences();
    let isWhole = true;
    const onDamage = (text: string): void => {
      isWhole = false;
      given.onDamage(text);
    };
    const listeners = [references, ...(given.rows === undefined ? [] : [given.rows])];
    const rows = await readRows({ ...given, onDamage }, rowsOf(connection), listeners);
    const bytes = (await given.filesIn?.(client)) ?? null;
    const files = bytes === null ? null : { folder: `the database ${database.label}`, bytes };
    references.compare(files, given.onDamage, given.onNote);
    return { rows, isWhole, files: bytes?.size ?? 0, clockAheadMs };
  } catch (error) {
    throw toStoreError(database.label, error);
  } finally {
    await closeConnection(connection);
  }
}

/** Returns how far the clock of the database is ahead of this machine's, measured at the middle of the query. */
async function readClock(client: Client): Promise<number> {
  const askedAtMs = systemClock.nowMs();
  const { rows } = await client.query<{ ms: string }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS ms",
  );
  const answeredAtMs = systemClock.nowMs();
  return Number(rows[0]?.ms) - Math.round((askedAtMs + answeredAtMs) / 2);
}

async function mayAllConnect(client: Client): Promise<boolean> {
  const text = "SELECT has_database_privilege('public', current_database(), 'CONNECT') AS may";
  return (await client.query<{ may: boolean }>(text)).rows[0]?.may === true;
}

/** Returns the number of rows. */
async function readRows(
  given: DatabaseExamination,
  source: RawRows,
  listeners: readonly RowListener[],
): Promise<number> {
  let rows = 0;
  for (const table of tableNames) {
    let page = await source.page(table, null);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const one of page) addRow(given, listeners, table, one);
      rows += page.length;
      given.onProgress(`read ${rows} rows, the last of the table ${table}`);
      page = await source.page(table, last.key);
    }
  }
  return rows;
}

function addRow(
  { onDamage }: DatabaseExamination,
  listeners: readonly RowListener[],
  table: TableName,
  { key, row }: RawRow,
): void {
  if (!isKey(key)) {
    onDamage(`The table ${table} has a row under ${describeKey(key).text}, which is no key`);
    return;
  }
  try {
    const read = decodeRow(table, key, row);
    for (const listener of listeners) listener.add(table, key, read);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    onDamage(error.message);
  }
}
