import type { ConversationKey } from "../../../../machines/ids.ts";
import { StoreBusyError, StoreError } from "../../../ports/store-errors.ts";
import type { Database } from "../database.ts";
import { goodbyeMs } from "../database.ts";
import { isContended, toStoreError } from "../store-errors.ts";
import { atMost, waitFor } from "../waiting.ts";
import { CommitConnection } from "./commit-connection.ts";
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
