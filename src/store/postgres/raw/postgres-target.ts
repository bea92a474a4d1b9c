import type { RawRow, RawRows, RawTarget } from "../../../ports/raw-rows.ts";
import type { ActorRow, TableName, Write } from "../../../ports/store.ts";
import type { KeyBytes } from "../../keys.ts";
import { decodeKey } from "../../keys.ts";
import type { KeptWrite } from "../commit/kept-writes.ts";
import { callToKeep } from "../commit/upsert.ts";
import { runCalls } from "../pipeline.ts";
import { migrate } from "../schema/migrate.ts";
import { toStoreError } from "../store-errors.ts";
import { decodeRow, sqlName } from "../tables.ts";
import { writeCopied } from "./copied-mark.ts";
import { readMigration, removeMigration, writeMigration } from "./migration-mark.ts";
import type { PostgresRowsOptions, RawConnection } from "./postgres-rows.ts";
import { allTables, closeConnection, connectAlone, haveAlone, rowsOf } from "./postgres-rows.ts";

/** No process owns the copied work, so the first process that looks may claim it. */
const nobody = "";

/**
 * Opens a database that is empty or partly filled, to fill it. Rejects with StoreError when a service runs on it. Nothing is created
 * before `begin`.
 */
export async function openPostgresTarget({ url, isAtRest }: PostgresRowsOptions): Promise<RawTarget & RawConnection> {
  const connection = await connectAlone(url);
  const { client, database } = connection;
  try {
    const underWay = connection.hasSchema ? await readMigration(client) : null;
    return { ...connection, ...targetOf(connection, underWay, isAtRest) };
  } catch (error) {
    await closeConnection(connection);
    throw toStoreError(database.label, error);
  }
}

function targetOf(
  connection: RawConnection,
  underWay: string | null,
  isAtRest: PostgresRowsOptions["isAtRest"],
): RawTarget {
  const { client, database, hasSchema } = connection;
  const rows: RawRows = rowsOf(connection);
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(database.label, error);
    }
  };
  return {
    ...rows,
    underWay,
    isEmpty: () =>
      attempt(async () => {
        if (!hasSchema) return true;
        await migrate(client, database.label);
        for (const table of allTables) {
          const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
          if (rowCount !== 0) return false;
        }
        return true;
      }),
    begin: (purpose) =>
      attempt(async () => {
        await migrate(client, database.label);
        await client.query("BEGIN");
        await client.query(`TRUNCATE ${[...allTables, "parley.conversation"].join(", ")}`);
        await writeMigration(client, purpose);
        await client.query("COMMIT");
        // A service that started meanwhile did not see the mark.
        await haveAlone(client, database.label);
      }),
    last: (table) =>
      attempt(async () => {
        const text = `SELECT encode(k, 'hex') AS k FROM ${sqlName(table)} ORDER BY k DESC LIMIT 1`;
        const [row] = (await client.query<{ k: string }>(text)).rows;
        return row === undefined ? null : Buffer.from(row.k, "hex").toString("latin1");
      }),
    put: (table, page) =>
      attempt(async () => {
        await runCalls(client, [
          callToKeep(
            table,
            page.map((row) => toKept(table, row, isAtRest)),
            nobody,
          ),
        ]);
      }),
    finish: () =>
      attempt(async () => {
        // The next numbers must be larger than those of the copied rows.
        await migrate(client, database.label);
        for (const table of allTables) await client.query(`ANALYZE ${table}`);
        await writeCopied(client);
        await removeMigration(client);
      }),
  };
}

function toKept<Table extends TableName>(
  table: Table,
  { key, row }: RawRow,
  isAtRest: (row: ActorRow) => boolean,
): KeptWrite {
  const write = { table, key: decodeKey(table, key), row: decodeRow(table, key as KeyBytes, row) } as Write;
  const isResting = write.table === "actor" && write.row !== null && isAtRest(write.row);
  return { key, row, write: isResting ? { ...write, isAtRest: true } : write };
}
