import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Test } from "tap";
import { StoreError } from "../../../src/ports/store-errors.ts";
import type { OpenedPostgresStore, PostgresStoreOptions } from "../../../src/store/postgres/open-postgres-store.ts";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import { numberPrefix } from "../../../src/store/postgres/sequence-names.ts";
import { sharedTestPostgres } from "../../harness/postgres.ts";
import type { PostgresServer } from "../../harness/postgres-server.ts";
import { createTestDatabase } from "../../harness/test-database.ts";
import { recordingLog } from "../lmdb-fixture.ts";

export interface BorrowedDatabase {
  readonly url: string;
  /** Must be called when the database has no connections left. */
  giveBack(): void;
}

/** Deletes all rows and resets the drawn numbers. */
const emptyAll = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'parley' AND tablename NOT IN ('schema_version', 'feed_position')
  LOOP EXECUTE format('DELETE FROM parley.%I', name); END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'parley' AND starts_with(sequencename, '${numberPrefix}')
  LOOP EXECUTE format('DROP SEQUENCE parley.%I', name); END LOOP;
  UPDATE parley.feed_position SET last = 0;
  ALTER SEQUENCE parley.history_number RESTART;
END $$`;

export interface Databases {
  readonly server: PostgresServer;
  /** Creates an empty database. Returns its URL. */
  create(): Promise<string>;
  /** The same for a contract test. It empties and reuses the database of an earlier test, because creating one takes ten times as long. */
  borrow(): Promise<BorrowedDatabase>;
  /** Runs statements as an operator of the database would. */
  query(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The server of this process, and databases on it for a test file. */
export async function startDatabases(t: Test): Promise<Databases> {
  const server = await sharedTestPostgres(t);
  const query: Databases["query"] = async (url, text) => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const create: Databases["create"] = async () => (await createTestDatabase(server.url)).url;
  const left = new Set<string>();
  return {
    server,
    query,
    create,
    async borrow() {
      const [used] = left;
      const url = used ?? (await create());
      if (left.delete(url)) await query(url, emptyAll);
      return { url, giveBack: () => void left.add(url) };
    },
  };
}

export const openOn = (
  url: string,
  nodeId = "node-1",
  options: Partial<PostgresStoreOptions> = {},
): Promise<OpenedPostgresStore> => openPostgresStore({ url, nodeId: () => nodeId, log: recordingLog(), ...options });

/** All kinds of errors of a store have the same name, so this returns the class. */
export const kindOf = (error: Error): never => {
  throw new Error(error.constructor.name);
};

/** The time until the database is used again after a failure. */
export async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const failure = await write().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (tries > 100 || !(failure instanceof StoreError)) throw failure;
    await pause(50);
  }
}
