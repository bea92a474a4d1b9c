import type { Pool, PoolClient, QueryResultRow } from "pg";
import { isTooLate } from "./index-errors.ts";

/** Runs a statement within one transaction. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** A database that vanished ends no statement, so the client needs a time limit too. */
const silentMs = 1_000;

/**
 * Settings of every transaction. The best plan depends on the words, so plans are not cached. The compilation of a query is off,
 * because it takes longer than most queries.
 */
const planning = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = on; SET LOCAL jit = off";

/** Runs all or nothing, each statement with a time limit. A connection with any failure but a timeout is not used again. */
export async function inTransaction<Value>(
  pool: Pick<Pool, "connect">,
  timeoutMs: number,
  work: (queries: Queries) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  const queries = queriesOn(client, timeoutMs + silentMs);
  let isBroken = true;
  try {
    await queries.query(`BEGIN; SET LOCAL statement_timeout = ${timeoutMs}; ${planning}`);
    const value = await work(queries);
    await queries.query("COMMIT");
    isBroken = false;
    return value;
  } catch (error) {
    if (isTooLate(error)) {
      await queries.query("ROLLBACK");
      isBroken = false;
    }
    throw error;
  } finally {
    client.release(isBroken);
  }
}

const queriesOn = (client: PoolClient, query_timeout: number): Queries => ({
  query(text, values) {
    const config = { text, ...(values !== undefined && { values }), query_timeout };
    return client.query(config);
  },
});
