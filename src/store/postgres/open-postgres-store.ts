import type { LeftWork } from "../../ports/left-work.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { Database } from "./database.ts";
import { goodbyeMs, openDatabase } from "./database.ts";
import { createLeftWork } from "./left-work.ts";
import { PostgresStore } from "./postgres-store.ts";
import { refuseHalfMigrated } from "./raw/migration-mark.ts";
import { migrate } from "./schema/migrate.ts";
import { isRefusal, textOf } from "./store-errors.ts";
import { atMost, waitFor } from "./waiting.ts";

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  /** This process among its peers: asked whenever something to be done is stored. */
  readonly nodeId: () => string;
  readonly log: Pick<Log, "info" | "warn">;
  /** Statements that make the tables of other parts where they are missing; run together with the schema's own. */
  readonly otherTables?: readonly string[];
  /** Ends the waiting for a database that is not there. */
  readonly signal?: AbortSignal;
  /** A read inside a commit that the commit did not name is a defect: for tests. */
  readonly checksNeeds?: boolean;
}
export interface OpenedPostgresStore {
  readonly store: Store;
  readonly leftWork: LeftWork;
  /** Closed with the store. */
  readonly database: Database;
}

/** A large table may take a while. */
const migrateWithinMs = 600_000;
/** Whoever is frozen, or lost its network, in the midst of a step would keep it from all others. */
const idleMs = 5_000;
const settings = `SET lock_timeout = 30000; SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = ${idleMs}; SET idle_session_timeout = ${idleMs}`;
const tryAgainMs = 500;
const sayAgainMs = 10_000;

/**
 * Opens the store, its schema brought to this program's version; waits for a database that is not there yet. Throws StoreError for a URL
 * that is none, a database that refuses the user, or a schema of a newer program; the signal's reason when it is given up.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedPostgresStore> {
  const { url, nodeId, checksNeeds = false } = options;
  const database = openDatabase({ url });
  try {
    await whenReady(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  const store = new PostgresStore({ database, nodeId, checksNeeds });
  return { store, leftWork: createLeftWork(database, nodeId), database };
}

async function whenReady(database: Database, { log, signal, otherTables = [] }: PostgresStoreOptions): Promise<void> {
  const { label } = database;
  let sinceSaidMs = sayAgainMs;
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      await prepare(database, otherTables);
      if (tries > 1) log.info({ database: label }, "the database is there");
      return;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (isRefusal(error)) throw new StoreError(`The database ${label} refuses: ${textOf(error)}`, { cause: error });
      if (sinceSaidMs >= sayAgainMs) {
        sinceSaidMs = 0;
        log.warn({ database: label, reason: textOf(error) }, "waiting for the database");
      }
    }
    await waitFor(tryAgainMs, signal);
    sinceSaidMs += tryAgainMs;
  }
}

async function prepare(database: Database, otherTables: readonly string[]): Promise<void> {
  const client = await database.connect("start", migrateWithinMs);
  try {
    await client.query(settings);
    await refuseHalfMigrated(client, database.label);
    await migrate(client, database.label, otherTables);
  } finally {
    await atMost(goodbyeMs, client.end());
  }
}
