import type pg from "pg";
import { createOneAtATime } from "../../../core/one-at-a-time.ts";
import type { Clock } from "../../../ports/clock.ts";
import { StoreError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";

/**
 * The connection on which a process is seen and tells, one query at a time. It is made when it is needed; when a query fails or takes too long,
 * it is dropped and the next query makes another.
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

  /** Rejects when there is no answer within the time. What has a name is prepared once for each connection. */
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

  /** What is under way fails. */
  end(): void {
    const client = this.#client;
    this.#client = null;
    void client?.then(cutConnection, () => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = await this.#database.connect("tells");
    // What is told and seen is of this moment: after a crash of the database it is worth nothing.
    await client.query("SET synchronous_commit = off");
    return client;
  }
}

/** Ends it without waiting for the other side, which may be gone. */
export function cutConnection(client: pg.Client): void {
  client.connection.stream.destroy();
}
