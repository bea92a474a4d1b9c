import type { PoolClient } from "pg";
import type { LeftDeadline, LeftWork } from "../../ports/left-work.ts";
import type { Log } from "../../ports/log.ts";
import type {
  CommitNeeds,
  Key,
  LockedRows,
  Row,
  ScanEntry,
  ScanRange,
  Store,
  StoredRows,
  TableName,
  TellRow,
  Write,
} from "../../ports/store.ts";
import { DamagedRowError, StoreError } from "../../ports/store-errors.ts";
import type { KeyBytes, KeyRange } from "../keys.ts";
import { decodeKey, encodePrefix, toKeyRange } from "../keys.ts";
import { bytesArray, readBytes, readKey, toText } from "./binary.ts";
import { CommitQueue } from "./commit/commit-queue.ts";
import { NumberSequences } from "./commit/number-sequences.ts";
import { PendingCommit } from "./commit/pending-commit.ts";
import type { Database } from "./database.ts";
import { goodbyeMs, openDatabase } from "./database.ts";
import type { Call, Rows, Statement } from "./pipeline.ts";
import { runCalls } from "./pipeline.ts";
import { onFirstUse } from "./raw/copied-mark.ts";
import { refuseHalfMigrated } from "./raw/migration-mark.ts";
import { migrate } from "./schema/migrate.ts";
import { isRefusal, textOf, toStoreError } from "./store-errors.ts";
import { decodeRow, readByKey, statementOfEach } from "./tables.ts";
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
  const { url, nodeId } = options;
  const database = openDatabase({ url });
  const store = new PostgresStore({ database, nodeId });
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

/** Longer than one request of a delivery takes. */
const lease = "interval '5 s'";
const isFree = "(claimed_until IS NULL OR claimed_until < clock_timestamp())";
/** Peers delete the row of a process that has ended. An outage of the database does not by itself delete any row. */
const living = "SELECT id FROM parley.node";
/** A deadline for an outcome that can arrive no more: a living process may still have the outcome. */
const isWaitedFor = `at_restart AND owner <> $2 AND owner = ANY(ARRAY(${living}))`;
/**
 * Keys of deadlines begin with their time. The 200 ms leave a process time to fire its own deadlines. The time is constant in a
 * statement, so that the index can be used.
 */
const lateBefore = "'\\x05'::bytea || int8send((extract(epoch FROM statement_timestamp()) * 1000)::bigint - 200)";

const claimDeadlines: Statement = {
  name: "claim-deadlines",
  text: `WITH late AS MATERIALIZED (
      SELECT k FROM parley.deadline WHERE k < (${lateBefore}) AND ${isFree} AND NOT (${isWaitedFor})
      ORDER BY k LIMIT $1::bigint FOR UPDATE SKIP LOCKED),
    left_over AS MATERIALIZED (
      SELECT k FROM parley.deadline WHERE at_restart AND owner <> ALL(ARRAY(${living})) AND ${isFree}
      LIMIT $1::bigint FOR UPDATE SKIP LOCKED),
    picked AS (SELECT k FROM late UNION SELECT k FROM left_over ORDER BY k LIMIT $1::bigint)
    UPDATE parley.deadline d SET claimed_until = clock_timestamp() + ${lease}, owner = $2
    WHERE d.k = ANY(ARRAY(SELECT k FROM picked))
    RETURNING d.k, d.row, EXISTS (SELECT FROM left_over WHERE left_over.k = d.k)`,
};
const claimTells: Statement = {
  name: "claim-tells",
  text: `WITH picked AS MATERIALIZED (
      SELECT k FROM parley.tell WHERE ${isFree} OR owner <> ALL(ARRAY(${living}))
      ORDER BY seq LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
    UPDATE parley.tell t SET claimed_until = clock_timestamp() + ${lease}, owner = $2
    WHERE t.k = ANY(ARRAY(SELECT k FROM picked)) RETURNING t.seq, t.k, t.row`,
};

/** Claimed work belongs to this process for 5 s. When the process has ended, other processes may claim it again. */
function createLeftWork(database: Database, nodeId: () => string): LeftWork {
  return {
    async claimDeadlines(limit) {
      const [rows = []] = await readCalls(database, [{ statement: claimDeadlines, values: [toText(limit), nodeId()] }]);
      const claimed = rows.map(([k, row, isRestarted]): LeftDeadline => {
        const key = readKey(k);
        return { row: decodeRow("deadline", key, readBytes(row)), isRestarted: isRestarted === "t" };
      });
      return claimed.sort((left, right) => left.row.atMs - right.row.atMs);
    },
    async claimTells(limit) {
      const [rows = []] = await readCalls(database, [{ statement: claimTells, values: [toText(limit), nodeId()] }]);
      const claimed = rows.map(([seq, k, row]) => ({
        seq: Number(seq),
        tell: decodeRow("tell", readKey(k), readBytes(row)) as TellRow,
      }));
      return claimed.sort((left, right) => left.seq - right.seq).map(({ tell }) => tell);
    },
  };
}

interface PostgresStoreParts {
  readonly database: Database;
  /** Returns the id stored as the owner of new deadlines and tells. It changes when the peers declare this process lost. */
  readonly nodeId: () => string;
}

/** A store that several processes share. It keeps no row in memory after a transaction. */
class PostgresStore implements Store {
  readonly durable: StoredRows = { read: (table, key) => this.#readDurable(table, key) };
  readonly #parts: PostgresStoreParts;
  readonly #reads: BatchedReads;
  readonly #queue: CommitQueue;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: PostgresStoreParts) {
    const { database, nodeId } = parts;
    this.#parts = parts;
    this.#reads = new BatchedReads(database);
    this.#queue = new CommitQueue(database, { sequences: new NumberSequences(database), nodeId });
  }

  commit(needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]): Promise<void> {
    if (this.#closing !== null) return Promise.reject(this.#closedError());
    try {
      const commit = new PendingCommit(needs, apply);
      this.#queue.add(commit);
      return commit.done;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    await this.#queue.whenEnded();
    return this.#readDurable(table, key);
  }

  async scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]> {
    await this.#queue.whenEnded();
    if (this.#isClosed) throw this.#closedError();
    return scanTable(this.#parts.database, table, range);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #readDurable<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    if (this.#isClosed) throw this.#closedError();
    return this.#reads.read(table, key);
  }

  #closedError(): StoreError {
    return new StoreError(`The store in ${this.#parts.database.label} is closed`);
  }

  async #close(): Promise<void> {
    await this.#queue.whenEnded();
    await this.#queue.close();
    this.#isClosed = true;
    await this.#parts.database.close();
  }
}

/** Long scans read pages, so that no response is too large for the memory. */
const pageRows = 1_000;

const where = "WHERE k >= $1::bytea AND k < $2::bytea";
const upwards = statementOfEach("scan", (name) => `SELECT k, row FROM ${name} ${where} ORDER BY k LIMIT $3::bigint`);
const downwards = statementOfEach(
  "scan back",
  (name) => `SELECT k, row FROM ${name} ${where} ORDER BY k DESC LIMIT $3::bigint`,
);

/** Reads durable rows in key order. */
async function scanTable<Table extends TableName>(
  database: Database,
  table: Table,
  scan: ScanRange<Table>,
): Promise<readonly ScanEntry<Table>[]> {
  let range = toKeyRange(table, scan);
  const entries: ScanEntry<Table>[] = [];
  while (range.from < range.to && entries.length < scan.limit) {
    const wanted = Math.min(pageRows, scan.limit - entries.length);
    const rows = await readPage(database, table, range, wanted);
    for (const [keyText, rowText] of rows) {
      const bytes = readKey(keyText);
      const key = decodeKey(table, bytes);
      const row = readOr(
        () => decodeRow(table, bytes, readBytes(rowText)),
        scan.onDamaged && (() => scan.onDamaged?.(key) ?? null),
      );
      if (row !== null) entries.push({ key, row });
    }
    const last = rows.at(-1)?.[0];
    if (last === undefined || rows.length < wanted) break;
    // The next page starts after the last key: forwards at the shortest larger key, backwards before the key itself.
    range = range.reverse ? { ...range, to: readKey(last) } : { ...range, from: `${readKey(last)}\u0000` };
  }
  return entries;
}

async function readPage(database: Database, table: TableName, range: KeyRange, limit: number): Promise<Rows> {
  const statement = (range.reverse ? downwards : upwards)[table];
  const [rows = []] = await readCalls(database, [
    { statement, values: [bytesOf(range.from), bytesOf(range.to), toText(limit)] },
  ]);
  return rows;
}

const bytesOf = (key: KeyBytes): Buffer => Buffer.from(key, "latin1");

function readOr<Value>(read: () => Value, onDamaged: (() => Value | null) | undefined): Value | null {
  if (onDamaged === undefined) return read();
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return onDamaged();
  }
}

interface Asked {
  readonly table: TableName;
  readonly key: KeyBytes;
  resolve(row: Buffer | undefined): void;
  reject(error: unknown): void;
}

/** Reads durable rows by key. All reads of one tick share a round trip. */
class BatchedReads {
  readonly #database: Database;
  #asked: Asked[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  async read<Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> {
    const bytes = encodePrefix(table, key);
    const row = await this.#ask(table, bytes);
    return row === undefined ? undefined : decodeRow(table, bytes, row);
  }

  #ask(table: TableName, key: KeyBytes): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ table, key, resolve, reject });
      if (this.#asked.length === 1) setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const keys = new Map<TableName, Set<KeyBytes>>();
    for (const { table, key } of asked) keys.set(table, (keys.get(table) ?? new Set()).add(key));
    const calls = [...keys].map(
      ([table, ofTable]): Call => ({ statement: readByKey[table], values: [bytesArray([...ofTable])] }),
    );
    try {
      const found = new Map<KeyBytes, Buffer>();
      for (const rows of await readCalls(this.#database, calls))
        for (const [key, row] of rows) found.set(readKey(key), readBytes(row));
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Reads on any free connection. Retries once on a new connection when the first one is broken. */
async function readCalls(database: Database, calls: readonly Call[]): Promise<readonly Rows[]> {
  for (let tries = 1; ; tries += 1) {
    let client: PoolClient | undefined;
    try {
      client = await database.pool.connect();
      const rows = await runCalls(client, calls);
      client.release();
      return rows;
    } catch (error) {
      client?.release(true);
      if (client === undefined || tries > 1) throw toStoreError(database.label, error);
    }
  }
}
