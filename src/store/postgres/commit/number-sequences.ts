import { createHash } from "node:crypto";
import { encodeKey } from "../../keys.ts";
import type { Database } from "../database.ts";
import type { Statement } from "../pipeline.ts";
import { lockNumber } from "../schema/secret.ts";
import { numberPrefix, sequenceName } from "../sequence-names.ts";

/** Draws several numbers from a sequence. */
export const drawNumbers: Statement = {
  name: "draw-numbers",
  text: "SELECT nextval($1::text::regclass) FROM generate_series(1, $2::int)",
};

/** PostgreSQL truncates longer names. */
const nameBytesMax = 60;
/** Two processes that create the same sequence at once would conflict. */
const creationLock = `pg_advisory_xact_lock(${lockNumber(2)})`;

/** One sequence for each counter of the commits. It is created at its first use. */
export class NumberSequences {
  readonly #database: Database;
  readonly #known = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the name of the counter's sequence, as SQL. */
  nameOf(counter: string): string {
    const name = `${numberPrefix}${counter}`;
    const kept = Buffer.byteLength(name) > nameBytesMax ? createHash("md5").update(name).digest("hex") : name;
    return sequenceName(kept);
  }

  /** Creates missing sequences. They continue after the last number of the counter. */
  async ensure(counters: Iterable<string>): Promise<void> {
    for (const counter of counters) {
      if (this.#known.has(counter)) continue;
      await this.#create(counter);
      this.#known.add(counter);
    }
  }

  async #create(counter: string): Promise<void> {
    const client = await this.#database.pool.connect();
    let failure: unknown;
    try {
      await client.query("BEGIN");
      await client.query(`SELECT ${creationLock}`);
      const { rows } = await client.query<{ last: string }>("SELECT last FROM parley.counter WHERE k = $1", [
        Buffer.from(encodeKey("counter", [counter]), "latin1"),
      ]);
      const last = BigInt(rows[0]?.last ?? 0);
      await client.query(`CREATE SEQUENCE IF NOT EXISTS ${this.nameOf(counter)} START ${last + 1n}`);
      await client.query("COMMIT");
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // A connection that may still be in a transaction is not used again.
      client.release(failure !== undefined);
    }
  }
}
