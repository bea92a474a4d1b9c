import type { Client } from "pg";
import { backgroundClock } from "../../../core/clock.ts";
import { StoreAwayError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";

const restAtFirstMs = 50;
const restAtMostMs = 1_000;

/**
 * The wait for locks of other processes is short, and a process that freezes in a transaction loses its locks. Joins of a few rows
 * use the index: the planner must not read a complete table, whose size it may not know yet.
 */
const settings =
  "SET lock_timeout = 250; SET idle_in_transaction_session_timeout = 1000; SET enable_hashjoin = off; SET enable_mergejoin = off";

/** The one connection of a process for writes. It reconnects after a failure. */
export class CommitConnection {
  readonly #database: Database;
  #client: Client | null = null;
  /** Set for a short time after a failed attempt to connect. Meanwhile calls fail at once with the same error. */
  #rest: { readonly failure: unknown } | null = null;
  #restMs = restAtFirstMs;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    if (this.#rest !== null) throw this.#rest.failure;
    try {
      const client = await this.#database.connect("commits");
      const forget = (): void => {
        if (this.#client === client) this.#client = null;
      };
      client.on("error", forget);
      client.on("end", forget);
      this.#client = client;
      await client.query(settings);
      this.#restMs = restAtFirstMs;
      return client;
    } catch (error) {
      void this.drop();
      this.#beginRest(error);
      throw error;
    }
  }

  /** Rolls the failed transaction back. Drops the connection when this fails, or when the database accepts no writes any more. */
  async recover(error: unknown): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    if (isOfNoUse(error)) void this.drop();
    else await client.query("ROLLBACK").catch(() => void this.drop());
  }

  /**
   * Resolves when the server has closed the connection. A silent server never does, so a caller that must continue must not wait.
   */
  async drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #beginRest(failure: unknown): void {
    const rest = { failure };
    this.#rest = rest;
    backgroundClock.wakeAt(backgroundClock.nowMs() + this.#restMs, () => {
      if (this.#rest === rest) this.#rest = null;
    });
    this.#restMs = Math.min(restAtMostMs, this.#restMs * 2);
  }
}

/**
 * True for a database that is silent, read-only (another one is the primary now), or about to end. Source: PostgreSQL, Appendix A.
 */
const isOfNoUse = (error: unknown): boolean =>
  error instanceof StoreAwayError || /^(25006|57P)/.test(String(Object(error).code ?? ""));
