import type pg from "pg";
import { createOneAtATime } from "../../../core/one-at-a-time.ts";
import type { Clock } from "../../../ports/clock.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";

/**
 * The connection for beats and messages, with one query at a time. It is opened when it is needed. When a query fails or takes too
 * long, the connection is dropped, and the next query opens another.
 */
export class TalkConnection {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #oneAtATime = createOneAtATime();
  #client: Promise<pg.Client> | null = null;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Rejects when there is no response within the time. A query with a name is prepared once for each connection. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    withinMs: number,
    name?: string,
  ): Promise<readonly Row[]> {
    let onLate: (error: StoreError) => void = () => undefined;
    let isLate = false;
    const late = new Promise<never>((_, reject) => {
      onLate = reject;
    });
    const wake = this.#clock.wakeAt(this.#clock.nowMs() + withinMs, () => {
      isLate = true;
      onLate(new StoreError(`The database ${this.#database.label} did not answer within ${withinMs} ms`));
    });
    const answer = this.#oneAtATime(async () => {
      if (isLate) return [];
      this.#client ??= this.#connect();
      const client = await this.#client;
      return (await client.query<Row>({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows;
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      wake.cancel();
    }
  }

  /** Closes the connection. Queries in progress fail. */
  end(): void {
    const client = this.#client;
    this.#client = null;
    void client?.then(cutConnection, () => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = await this.#database.connect("tells");
    // Beats and messages matter only now. After a crash of the database they have no value.
    await client.query("SET synchronous_commit = off");
    return client;
  }
}

/** Ends the connection without waiting for the other side, which may be down. */
export function cutConnection(client: pg.Client): void {
  client.connection.stream.destroy();
}
