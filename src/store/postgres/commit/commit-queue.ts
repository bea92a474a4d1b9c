import type { Client } from "pg";
import type { ConversationKey } from "../../../../machines/ids.ts";
import { backgroundClock } from "../../../core/clock.ts";
import { StoreAwayError, StoreBusyError, StoreError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";
import { goodbyeMs } from "../database.ts";
import { isContended, toStoreError } from "../store-errors.ts";
import { atMost, waitFor } from "../waiting.ts";
import type { GroupParts } from "./commit-group.ts";
import { CommitGroup } from "./commit-group.ts";
import type { PendingCommit } from "./pending-commit.ts";

/** A larger transaction would keep its locks too long. */
const groupCommitsMax = 512;
const waitingMax = 20_000;
/** The attempts of a transaction with lock conflicts. Each attempt waits 250 ms for a lock. */
const triesMax = 8;
const tryAgainMs = 25;

/** Runs one transaction at a time. Commits that are called meanwhile share the next transaction. */
export class CommitQueue {
  readonly #database: Database;
  readonly #parts: GroupParts;
  readonly #connection: CommitConnection;
  readonly #notLocked = new Set<ConversationKey>();
  #waiting: PendingCommit[] = [];
  #running: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database, parts: GroupParts) {
    this.#database = database;
    this.#parts = parts;
    this.#connection = new CommitConnection(database);
  }

  add(commit: PendingCommit): void {
    if (this.#waiting.length >= waitingMax) {
      commit.reject(
        new StoreBusyError(`The database ${this.#database.label} does not keep up: ${waitingMax} commits wait for it`),
      );
      return;
    }
    this.#waiting.push(commit);
    this.#last = commit.done.catch(() => undefined);
    this.#running ??= this.#run();
  }

  /** Resolves when all earlier commits have resolved or rejected. */
  async whenEnded(): Promise<void> {
    await this.#last;
  }

  async close(): Promise<void> {
    await this.#running;
    await atMost(goodbyeMs, this.#connection.drop());
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Callers of the last commits call the next ones now, so these share a transaction.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#runGroup(this.#waiting.splice(0, groupCommitsMax));
    }
    this.#running = null;
  }

  async #runGroup(commits: readonly PendingCommit[]): Promise<void> {
    let failure: unknown;
    try {
      const group = new CommitGroup(commits, this.#parts, this.#notLocked);
      for (let tries = 1; ; tries += 1) {
        try {
          await group.run(await this.#connection.get());
          return;
        } catch (error) {
          await this.#connection.recover(error);
          if (group.isApplied || tries >= triesMax) throw error;
          // A broken connection is retried once. A silent database is not retried, because the wait was long enough.
          if (isContended(error)) await waitFor(tryAgainMs);
          else if (tries > 1 || error instanceof StoreError) throw error;
        }
      }
    } catch (error) {
      failure = toStoreError(this.#database.label, error);
    }
    for (const commit of commits) commit.reject(failure);
  }
}

const restAtFirstMs = 50;
const restAtMostMs = 1_000;

/**
 * The wait for locks of other processes is short, and a process that freezes in a transaction loses its locks. Joins of a few rows
 * use the index: the planner must not read a complete table, whose size it may not know yet.
 */
const settings =
  "SET lock_timeout = 250; SET idle_in_transaction_session_timeout = 1000; SET enable_hashjoin = off; SET enable_mergejoin = off";

/** The one connection of a process for writes. It reconnects after a failure. */
class CommitConnection {
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
