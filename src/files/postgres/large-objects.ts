import type { Pool, PoolClient, QueryConfig } from "pg";
import type { StoredFile } from "../../ports/file-store.ts";
import type { ObjectPlace, WholeFile } from "../remote/object-place.ts";
import { databaseErrorOf } from "./database-error.ts";

/** Connecting has a time limit: `connectionTimeoutMillis`. */
export type ObjectPool = Pick<Pool, "query" | "connect">;

/** A file that is written holds one connection. The rest of the pool is for reads. */
const putsAtOnce = 2;
const pieceBytes = 256 * 1024;
const pageRows = 500;
/** Longer than any statement here takes in a healthy database. */
const statementWithinMs = 5_000;

/** Runs a statement with a time limit, because a database that vanished never responds. */
const within = { query_timeout: statementWithinMs } as const;
const timed = (text: string, values: unknown[] = []): QueryConfig & typeof within => ({ text, values, ...within });

/**
 * Files as large objects of a PostgreSQL. One transaction writes the object and the row that names it, so no object is without
 * a row. Needs the table of `tables.ts`. `label` names the database in messages, without a secret; `name` is `files`
 * or `photos`.
 */
export function createLargeObjects(pool: ObjectPool, label: string, name: string): ObjectPlace {
  const puts = new AtOnce(putsAtOnce);
  const asking = async <Value>(what: string, ask: () => Promise<Value>): Promise<Value> => {
    try {
      return await ask();
    } catch (error) {
      throw databaseErrorOf(what, label, error);
    }
  };
  return {
    probe: () =>
      asking("Files cannot be stored", async () => {
        await pool.query(timed("SELECT 1 FROM parley.file_object LIMIT 1"));
      }),
    put: (token, file) =>
      asking("A file cannot be stored", () =>
        puts.run(() => inTransaction(pool, (client) => put(client, name, token, file))),
      ),
    async open(token) {
      const found = await asking("A file cannot be opened", () =>
        pool.query<ObjectRow>(
          timed("SELECT oid::text, bytes::text FROM parley.file_object WHERE store = $1 AND name = $2", [name, token]),
        ),
      );
      const [row] = found.rows;
      return row === undefined ? null : storedFile(pool, label, row);
    },
    remove: (token) =>
      asking("A file cannot be removed", async () => {
        await pool.query(timed(removal, [name, token]));
      }),
    async *tokensOlderThan(ageMs) {
      for (let after = ""; ; ) {
        const page = await asking("Files cannot be listed", () =>
          pool.query<{ name: string }>(timed(oldNames, [name, after, ageMs, pageRows])),
        );
        const names = page.rows.map((row) => row.name);
        if (names.length > 0) yield names;
        after = names.at(-1) ?? after;
        if (names.length < pageRows) return;
      }
    },
  };
}

interface ObjectRow {
  readonly oid: string;
  readonly bytes: string;
}

/** An object that another process deleted is not an error. */
const removal = `WITH gone AS (DELETE FROM parley.file_object WHERE store = $1 AND name = $2 RETURNING oid)
  SELECT lo_unlink(gone.oid) FROM gone JOIN pg_catalog.pg_largeobject_metadata AS known ON known.oid = gone.oid`;

const oldNames = `SELECT name FROM parley.file_object
  WHERE store = $1 AND name > $2 AND kept_at <= clock_timestamp() - make_interval(secs => $3 / 1000.0)
  ORDER BY name LIMIT $4`;

async function put(client: PoolClient, name: string, token: string, file: WholeFile): Promise<void> {
  const made = await client.query<{ oid: string }>(timed("SELECT lo_create(0)::text AS oid"));
  const oid = made.rows[0]?.oid ?? "0";
  const piece = Buffer.alloc(Math.min(pieceBytes, file.bytes));
  for (let at = 0; at < file.bytes; ) {
    const came = await file.read(piece, at);
    if (came === 0) throw new Error(`Expected ${file.bytes} bytes of a file, got ${at}`);
    await client.query(timed("SELECT lo_put($1::oid, $2::bigint, $3::bytea)", [oid, at, piece.subarray(0, came)]));
    at += came;
  }
  const insert = "INSERT INTO parley.file_object (store, name, oid, bytes) VALUES ($1, $2, $3::oid, $4)";
  await client.query(timed(insert, [name, token, oid, file.bytes]));
}

/** All or nothing. A connection with a failure is not used again. */
async function inTransaction(pool: Pick<Pool, "connect">, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query({
      text: `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${2 * statementWithinMs}`,
      ...within,
    });
    await work(client);
    await client.query(timed("COMMIT"));
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}

/** Reads each piece in a separate statement, so that a slow client does not hold a connection. */
function storedFile(pool: ObjectPool, label: string, { oid, bytes }: ObjectRow): StoredFile {
  return {
    bytes: Number(bytes),
    async read(target, position) {
      try {
        const ask = timed("SELECT lo_get($1::oid, $2::bigint, $3::int) AS piece", [oid, position, target.length]);
        const [row] = (await pool.query<{ piece: Buffer }>(ask)).rows;
        if (row === undefined) return 0;
        target.set(row.piece);
        return row.piece.length;
      } catch (error) {
        throw databaseErrorOf("A file cannot be read", label, error);
      }
    },
    close: async () => undefined,
  };
}

/** Runs so many tasks at once. The others wait in the order of their arrival. */
class AtOnce {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#max) this.#running += 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The next task gets this slot.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
