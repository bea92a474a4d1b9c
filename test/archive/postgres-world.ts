import pg from "pg";
import type { Test } from "tap";
import type { PostgresIndexOptions } from "../../src/archive/postgres/postgres-index.ts";
import { PostgresIndex } from "../../src/archive/postgres/postgres-index.ts";
import { archiveTables } from "../../src/archive/postgres/tables.ts";
import { sharedTestPostgres } from "../harness/postgres.ts";
import type { PostgresServer } from "../harness/postgres-server.ts";
import { createTestDatabase } from "../harness/test-database.ts";

export interface PostgresWorld {
  readonly server: PostgresServer;
  readonly pool: pg.Pool;
  /** Deletes every index. */
  reset(): Promise<void>;
  /** Opens the index of one process. It is closed at the end of the test. */
  index(t: Test, rest?: Partial<PostgresIndexOptions>): PostgresIndex;
}

/** Makes a database with the archive's tables on the server of this process. */
export async function startPostgresWorld(t: Test): Promise<PostgresWorld> {
  const server = await sharedTestPostgres(t);
  const { url } = await createTestDatabase(server.url);
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 3_000 });
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
