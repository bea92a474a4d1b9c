import pg from "pg";
import type { Test } from "tap";
import type { PostgresIndexOptions } from "../../src/archive/postgres/postgres-index.ts";
import { PostgresIndex } from "../../src/archive/postgres/postgres-index.ts";
import { archiveTables } from "../../src/archive/postgres/tables.ts";
import type { PostgresServer } from "../../src/demo/cluster/postgres-server.ts";
import { startTestPostgres } from "../harness/postgres.ts";

export interface PostgresWorld {
  readonly server: PostgresServer;
  readonly pool: pg.Pool;
  /** Deletes every index. */
  reset(): Promise<void>;
  /** Opens the index of one process. It is closed at the end of the test. */
  index(t: Test, rest?: Partial<PostgresIndexOptions>): PostgresIndex;
}

/** Starts a PostgreSQL with the archive's tables. It stops at the end of the test. */
export async function startPostgresWorld(t: Test): Promise<PostgresWorld> {
  const server = await startTestPostgres();
  t.teardown(() => server.remove());
  const pool = new pg.Pool({ connectionString: server.url, max: 4, connectionTimeoutMillis: 3_000 });
  pool.on("error", () => undefined);
  t.teardown(() => pool.end());
  for (const statement of ["CREATE SCHEMA parley", ...archiveTables, ...archiveTables]) await pool.query(statement);
  return {
    server,
    pool,
    async reset() {
      await pool.query("TRUNCATE parley.archive_text, parley.archive_state");
    },
    index(t, rest = {}) {
      const index = new PostgresIndex({ pool, searchesMax: 16, searchTimeoutMs: 10_000, ...rest });
      t.teardown(() => index.close());
      return index;
    },
  };
}
