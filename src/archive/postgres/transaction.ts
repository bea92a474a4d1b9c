import type { Pool, PoolClient, QueryResultRow } from "pg";
import { isTooLate } from "./index-errors.ts";

/** Asks the database within one transaction. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** A database that went without a word ends no statement by itself. */
const silentMs = 1_000;

/**
 * Whatever the connection is set to: how a question is answered depends on its words, and compiling it takes longer than most answers.
 */
const planning = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = on; SET LOCAL jit = off";

/** All or nothing, each statement within the time. A connection on which anything but the time went wrong is not used again. */
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
