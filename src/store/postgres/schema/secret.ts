import { createHmac } from "node:crypto";
import type { Client, Pool } from "pg";
import { assert } from "../../../core/result.ts";

/**
 * Random bytes that only those know who may read the schema. The nodes' news and the program's locks depend on them: LISTEN, NOTIFY and
 * advisory locks need no right but CONNECT.
 */
const createSecret = `CREATE SCHEMA IF NOT EXISTS parley;
  CREATE TABLE IF NOT EXISTS parley.secret (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), value bytea NOT NULL,
    lock_seed bigint NOT NULL);
  INSERT INTO parley.secret (value, lock_seed)
    SELECT value, ('x' || left(encode(sha256(value), 'hex'), 16))::bit(64)::bigint
    FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS value) AS random
    ON CONFLICT DO NOTHING`;
/** Another process creates the same at this moment. */
const createdMeanwhile: readonly unknown[] = ["23505", "42P06", "42P07"];
const triesMax = 5;

/** The number of one of the program's locks, as SQL. */
export const lockNumber = (lock: number): string => `(SELECT lock_seed # ${lock}::bigint FROM parley.secret)`;

/** Creates the schema and its secret if they are missing. No lock is known before. */
export async function ensureSecret(client: Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await hasSecret(client))) await client.query(createSecret);
      return;
    } catch (error) {
      if (tries >= triesMax || !createdMeanwhile.includes(Reflect.get(Object(error), "code"))) throw error;
    }
  }
}

/** Without the row no lock would be taken. */
async function hasSecret(client: Client): Promise<boolean> {
  const { rows } = await client.query("SELECT WHERE to_regclass('parley.secret') IS NOT NULL");
  return rows.length > 0 && (await client.query("SELECT FROM parley.secret")).rowCount === 1;
}

/** Returns a key for one purpose. */
export async function readSecret(pool: Pool): Promise<(purpose: string) => Buffer> {
  const { rows } = await pool.query<{ value: string }>("SELECT encode(value, 'hex') AS value FROM parley.secret");
  const [row] = rows;
  assert(row !== undefined, "Expected one row in parley.secret, got none");
  const value = Buffer.from(row.value, "hex");
  return (purpose) => createHmac("sha256", value).update(purpose).digest();
}
