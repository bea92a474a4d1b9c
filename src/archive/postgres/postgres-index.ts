import type { Pool } from "pg";
import type { IndexState, SearchFound } from "../../../workers/archive/archive.types.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { termsOf } from "../../core/search-words.ts";
import type { ArchiveIndex, IndexChange, IndexQuestion } from "../../ports/archive-index.ts";
import { IndexChangedError } from "../../ports/archive-index.ts";
import { forgetChats, takeChats, toChatRows } from "./chat-rows.ts";
import { findChats, lookThroughChats } from "./find-chats.ts";
import { isAway, isTooLate } from "./index-errors.ts";
import { advanceState, beginState, readState } from "./stored-state.ts";
import type { Queries } from "./transaction.ts";
import { inTransaction } from "./transaction.ts";

export interface PostgresIndexOptions {
  /**
   * A small pool that only this index uses, in which searches wait for each other. The wait has a time limit:
   * `connectionTimeoutMillis`.
   */
  readonly pool: Pick<Pool, "connect">;
  /** The maximal number of searches that run or wait. One more is refused. */
  readonly searchesMax: number;
  /** The time limit of a search. Each of the two ways gets half of it. */
  readonly searchTimeoutMs: number;
}

/** Longer than any change takes in a healthy database. */
const changeTimeoutMs = 10_000;
const nothing: SearchFound = { chatNumbers: [], next: null };

/** The archive's index as tables of a PostgreSQL, for all processes on it. Needs the tables of `tables.ts`. */
export class PostgresIndex implements ArchiveIndex {
  readonly #options: PostgresIndexOptions;
  readonly #running = new Set<Promise<unknown>>();
  /** The state as this process last read or wrote it. A change succeeds only on this known state. */
  #known: IndexState | null = null;
  #searches = 0;

  constructor(options: PostgresIndexOptions) {
    this.#options = options;
  }

  async isBegun(): Promise<boolean> {
    return this.#known !== null || (await this.#read()) !== null;
  }

  async open(): Promise<IndexState> {
    this.#known =
      (await this.#read()) ?? (await this.#begin(null).catch((error: unknown) => this.#begunElsewhere(error)));
    return this.#known;
  }

  async change({ take, forget, rebuiltDownTo }: IndexChange): Promise<IndexState> {
    const known = this.#known ?? (await this.open());
    if (take.length + forget.length === 0 && rebuiltDownTo === undefined) return known;
    const rows = await toChatRows(take);
    this.#known = await this.#inTransaction(changeTimeoutMs, async (queries) => {
      const state = await advanceState(queries, known, rebuiltDownTo);
      await forgetChats(queries, forget);
      await takeChats(queries, rows);
      return state;
    });
    return this.#known;
  }

  async search(question: IndexQuestion): Promise<Result<SearchFound>> {
    const terms = termsOf(question.text);
    if (terms.length === 0 && question.text.trim() !== "") return ok(nothing);
    if (this.#searches >= this.#options.searchesMax) return fail("overloaded", ERROR_MESSAGE.overloaded);
    this.#searches += 1;
    const eachMs = Math.ceil(this.#options.searchTimeoutMs / 2);
    try {
      return ok(
        await this.#inTransaction(eachMs, (queries) => findChats(queries, terms, question)).catch((error: unknown) => {
          if (!isTooLate(error)) throw error;
          return this.#inTransaction(eachMs, (queries) => lookThroughChats(queries, terms, question));
        }),
      );
    } catch (error) {
      if (isTooLate(error)) return fail("timeout", ERROR_MESSAGE.timeout);
      if (isAway(error)) return fail("unavailable", "The archive cannot be reached now.");
      throw error;
    } finally {
      this.#searches -= 1;
    }
  }

  async replace(): Promise<void> {
    this.#known = await this.#begin(this.#known);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #read(): Promise<IndexState | null> {
    return this.#inTransaction(changeTimeoutMs, readState);
  }

  #begin(before: IndexState | null): Promise<IndexState> {
    return this.#inTransaction(changeTimeoutMs, (queries) => beginState(queries, before));
  }

  async #begunElsewhere(error: unknown): Promise<IndexState> {
    const state = error instanceof IndexChangedError ? await this.#read() : null;
    if (state === null) throw error;
    return state;
  }

  async #inTransaction<Value>(timeoutMs: number, work: (queries: Queries) => Promise<Value>): Promise<Value> {
    const task = inTransaction(this.#options.pool, timeoutMs, work);
    this.#running.add(task);
    try {
      return await task;
    } finally {
      this.#running.delete(task);
    }
  }
}
