import type pg from "pg";
import type { Clock } from "../../../ports/clock.ts";
import { StoreError } from "../../../ports/store.ts";
import type { Database } from "../database.ts";

/**
 * The connection on which a process is seen and tells. It is made when it is needed; when a query fails or takes too long, it is dropped and
 * the next query makes another.
 */
export class TalkConnection {
  readonly #database: Database;
  readonly #clock: Clock;
  #client: Promise<pg.Client> | null = null;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Rejects when there is no answer within the time. */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    withinMs: number,
  ): Promise<readonly Row[]> {
    this.#client ??= this.#connect();
    const used = this.#client;
    let wake = { cancel: (): void => undefined };
    const late = new Promise<never>((_, reject) => {
      wake = this.#clock.wakeAt(this.#clock.nowMs() + withinMs, () =>
        reject(new StoreError(`The database ${this.#database.label} did not answer within ${withinMs} ms`)),
      );
    });
    try {
      const answer = used.then((client) => client.query<Row>(text, [...values]));
      return (await Promise.race([answer, late])).rows;
    } catch (error) {
      if (this.#client === used) this.#client = null;
      void used.then(cutConnection, () => undefined);
      throw error;
    } finally {
      wake.cancel();
    }
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.then(cutConnection, () => undefined);
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
