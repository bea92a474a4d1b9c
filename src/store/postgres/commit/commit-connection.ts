import type { Client } from "pg";
import { backgroundClock } from "../../../core/clock.ts";
import { StoreAwayError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";

const restAtFirstMs = 50;
const restAtMostMs = 1_000;

/**
 * Others' locks are not waited for long; and who is frozen in a transaction does not keep what it has locked. A few rows are joined by the
 * index, never by reading a table whose size the planner does not know yet.
 */
const settings =
  "SET lock_timeout = 250; SET idle_in_transaction_session_timeout = 1000; SET enable_hashjoin = off; SET enable_mergejoin = off";

/** The one connection of a process that writes, made anew when it broke. */
export class CommitConnection {
  readonly #database: Database;
  #client: Client | null = null;
  /** While it lasts, nobody tries to connect: the failure of the last try is told at once. */
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

  /** Ends the transaction that failed. What cannot even do that, or serves a database that takes no writes any more, is dropped. */
  async recover(error: unknown): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    if (isOfNoUse(error)) void this.drop();
    else await client.query("ROLLBACK").catch(() => void this.drop());
  }

  /** Resolves when the server has said goodbye, which a silent one never does: to be waited for by nobody who has to go on. */
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

/** Silent, read-only (another is the primary now), or about to end. Source: PostgreSQL, Appendix A. */
const isOfNoUse = (error: unknown): boolean =>
  error instanceof StoreAwayError || /^(25006|57P)/.test(String(Object(error).code ?? ""));
