import type { Client, QueryConfig } from "pg";
import { systemClock } from "../../../core/clock.ts";
import type { RawRow, RawRows, TableSize } from "../../../ports/raw-rows.ts";
import type { ActorRow, TableName } from "../../../ports/store.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import type { KeyBytes } from "../../keys.ts";
import { pageBytesMax, pageRowsMax } from "../../page-bounds.ts";
import type { Database } from "../database.ts";
import { openDatabase } from "../database.ts";
import { migrate } from "../schema/migrate.ts";
import { toStoreError } from "../store-errors.ts";
import { sqlName, tableNames } from "../tables.ts";
import { refuseHalfMigrated } from "./migration-mark.ts";

export interface PostgresRowsOptions {
  /** Secret, because it may contain a password. */
  readonly url: string;
  /** Whether an actor waits for nothing, according to its row. */
  isAtRest(row: ActorRow): boolean;
}

/** The only connection to a database that no service uses, to read or to fill it. */
export interface RawConnection {
  readonly database: Database;
  readonly client: Client;
  /** Whether the database has a schema of this service. */
  readonly hasSchema: boolean;
}

/** Long enough to count and analyse a table of any size. */
const queryWithinMs = 24 * 3_600_000;
/** The numbers identify a lock of this program. The lock is held as long as the connection. */
const lock = "SELECT pg_try_advisory_lock(1885434473, 7) AS ours";
const schema = "SELECT to_regclass('parley.schema_version') IS NOT NULL AS there";
/** Each connection of a service has its program name. A frozen process still has its connections. */
const others = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'parley %' AND pid <> pg_backend_pid()`;

/** Connects when no other program of this service uses the database. Otherwise rejects with StoreError. */
export const connectAlone = (url: string): Promise<RawConnection> => connectRaw(url, haveAlone);

/** Connects and calls `prepare`. Other programs may use the database. Rejects with StoreError. */
export async function connectRaw(
  url: string,
  prepare: (client: Client, label: string) => Promise<unknown>,
): Promise<RawConnection> {
  const database = openDatabase({ url, program: "parley-migrate" });
  try {
    const client = await database.connect("rows", queryWithinMs);
    try {
      await client.query("SET statement_timeout = 0; SET enable_seqscan = on");
      await prepare(client, database.label);
      return { database, client, hasSchema: (await client.query<{ there: boolean }>(schema)).rows[0]?.there === true };
    } catch (error) {
      await client.end();
      throw error;
    }
  } catch (error) {
    await database.close();
    throw toStoreError(database.label, error);
  }
}

/** The connections of a process that was just killed may still be closing. */
const patienceMs = 3_000;
const askAgainMs = 100;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => systemClock.wakeAt(systemClock.nowMs() + ms, resolve));

/** Rejects with StoreError when another program of this service has connections or fills the database. */
export async function haveAlone(client: Client, label: string): Promise<void> {
  for (const untilMs = systemClock.nowMs() + patienceMs; ; await pause(askAgainMs)) {
    const count = (await client.query<{ count: number }>(others)).rows[0]?.count ?? 0;
    if (count === 0 && (await client.query<{ ours: boolean }>(lock)).rows[0]?.ours === true) return;
    if (systemClock.nowMs() > untilMs)
      throw new StoreError(`The database ${label} is in use: stop every process of the service on it first`);
  }
}

/** Opens the rows of a database that no service uses. Rejects with StoreError when the database has no schema or a service runs. */
export async function openPostgresRows(url: string): Promise<RawRows & RawConnection> {
  const connection = await connectAlone(url);
  const { client, database } = connection;
  try {
    if (!connection.hasSchema) throw new StoreError(`The database ${database.label} contains no data of Parley`);
    await refuseHalfMigrated(client, database.label);
    await migrate(client, database.label);
    return { ...connection, ...rowsOf(connection) };
  } catch (error) {
    await closeConnection(connection);
    throw toStoreError(database.label, error);
  }
}

export async function closeConnection({ client, database }: RawConnection): Promise<void> {
  await client.end();
  await database.close();
}

interface StoredRow {
  readonly k: Buffer;
  readonly row: Buffer;
}

export function rowsOf(connection: RawConnection): RawRows {
  const { client, database } = connection;
  const ask = async <Row extends object>(query: QueryConfig): Promise<readonly Row[]> => {
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      throw toStoreError(database.label, error);
    }
  };
  return {
    page: (table, after) => readPage(ask, table, after),
    async size(table): Promise<TableSize> {
      const text = `SELECT count(*)::text AS rows, coalesce(sum(length(k) + length(row)), 0)::text AS bytes FROM ${sqlName(table)}`;
      const [size] = await ask<{ rows: string; bytes: string }>({ text });
      return { rows: Number(size?.rows), bytes: Number(size?.bytes) };
    },
    async state() {
      const [found] = await ask<{ state: string }>({ text: state });
      return found?.state ?? "";
    },
    close: () => closeConnection(connection),
  };
}

/** Identifies the database and the number of its commits: each commit draws numbers or raises a revision. */
const state = `SELECT concat_ws(':', (SELECT oid FROM pg_database WHERE datname = current_database()), 'parley.actor'::regclass::oid,
  (SELECT coalesce(sum(revision), 0) FROM parley.conversation), (SELECT last FROM parley.feed_position),
  (SELECT last_value FROM parley.history_number)) AS state`;

/** Reads the rows that fit in a page and one more, because the running sum counts only the rows before each row. */
async function readPage(
  ask: <Row extends object>(query: QueryConfig) => Promise<readonly Row[]>,
  table: TableName,
  after: KeyBytes | null,
): Promise<readonly RawRow[]> {
  const text = `SELECT k, row FROM (
    SELECT k, row, sum(length(row)) OVER (ORDER BY k) - length(row) AS before FROM (
      SELECT k, row FROM ${sqlName(table)} WHERE k > $1 ORDER BY k LIMIT ${pageRowsMax}) AS next
    ) AS page WHERE before < ${pageBytesMax} ORDER BY k`;
  const rows = await ask<StoredRow>({ text, values: [Buffer.from(after ?? "", "latin1")] });
  return rows.map(({ k, row }) => ({ key: k.toString("latin1"), row }));
}

export const allTables = tableNames.map(sqlName);
