import type { LeftWork } from "../../ports/left-work.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { Database } from "./database.ts";
import { goodbyeMs, openDatabase } from "./database.ts";
import { createLeftWork } from "./left-work.ts";
import { PostgresStore } from "./postgres-store.ts";
import { onFirstUse } from "./raw/copied-mark.ts";
import { refuseHalfMigrated } from "./raw/migration-mark.ts";
import { migrate } from "./schema/migrate.ts";
import { isRefusal, textOf } from "./store-errors.ts";
import { atMost, waitFor } from "./waiting.ts";

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?…` */
  readonly url: string;
  /** Returns the peer id of this process. Called whenever a deadline or a tell is stored. */
  readonly nodeId: () => string;
  readonly log: Pick<Log, "info" | "warn">;
  /** Statements that create missing tables of other modules. They run after those of the schema. */
  readonly otherTables?: readonly string[];
  /** Called before the first service uses a database that was copied. */
  readonly onCopy?: (store: Store) => Promise<void>;
  /** Stops the wait for an unavailable database. */
  readonly signal?: AbortSignal;
  /** Treats a read of an unnamed row inside a commit as a defect. For tests. */
  readonly checksNeeds?: boolean;
}
export interface OpenedPostgresStore {
  readonly store: Store;
  readonly leftWork: LeftWork;
  /** The database is closed together with the store. */
  readonly database: Database;
}

/** A migration of a large table may take minutes. */
const migrateWithinMs = 600_000;
/** A process that freezes or loses its network during a step must not block the other processes. */
const idleMs = 5_000;
const settings = `SET lock_timeout = 30000; SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = ${idleMs}; SET idle_session_timeout = ${idleMs}`;
const tryAgainMs = 500;
const sayAgainMs = 10_000;

/**
 * Opens the store and updates its schema. Waits while the database is unavailable. Rejects with StoreError for an invalid URL, a
 * database that refuses the user, or the schema of a newer program. Rejects with the reason of the signal when it is aborted.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedPostgresStore> {
  const { url, nodeId, checksNeeds = false } = options;
  const database = openDatabase({ url });
  const store = new PostgresStore({ database, nodeId, checksNeeds });
  try {
    await whenReady(database, store, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { store, leftWork: createLeftWork(database, nodeId), database };
}

async function whenReady(database: Database, store: Store, options: PostgresStoreOptions): Promise<void> {
  const { log, signal } = options;
  const { label } = database;
  let sinceSaidMs = sayAgainMs;
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      await prepare(database, store, options);
      if (tries > 1) log.info({ database: label }, "the database is available");
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

async function prepare(database: Database, store: Store, options: PostgresStoreOptions): Promise<void> {
  const { otherTables, onCopy } = options;
  const client = await database.connect("start", migrateWithinMs);
  try {
    await client.query(settings);
    await refuseHalfMigrated(client, database.label);
    await migrate(client, database.label, otherTables);
    if (onCopy !== undefined) await onFirstUse(client, () => onCopy(store));
  } finally {
    await atMost(goodbyeMs, client.end());
  }
}
