import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import type { ArchiveDocument, ArchivePlace, IndexState, SearchFound } from "../../../workers/archive/archive.types.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Term } from "../../core/search-words.ts";
import { termsOf, wordsOf } from "../../core/search-words.ts";
import type { ArchiveIndex, IndexChange, IndexQuestion } from "../../ports/archive-index.ts";
import { IndexChangedError } from "../../ports/archive-index.ts";

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

/**
 * PostgreSQL stores at most a mebibyte of different words for one chat. Words beyond it are not found. Source: its manual, section
 * 12.11.
 */
const wordsBytesMax = 1_000_000;

/** The row of a chat. */
interface ChatRow {
  readonly document: ArchiveDocument;
  /** Each word once, separated by newlines. */
  readonly words: string;
}

/** Splits chats into words, one chat after the other. Other work gets its turn in between. */
async function toChatRows(documents: readonly ArchiveDocument[]): Promise<readonly ChatRow[]> {
  const rows: ChatRow[] = [];
  for (const document of documents) {
    if (rows.length > 0) await nextTurn();
    rows.push({ document, words: cappedWords(wordsOf(document.texts)) });
  }
  return rows;
}

function cappedWords(words: ReadonlySet<string>): string {
  const all = [...words].join("\n");
  if (Buffer.byteLength(all) <= wordsBytesMax) return all;
  const kept: string[] = [];
  let bytes = 0;
  for (const word of words) {
    bytes += Buffer.byteLength(word);
    if (bytes > wordsBytesMax) break;
    kept.push(word);
  }
  return kept.join("\n");
}

/** Writes the rows of chats and replaces existing ones. */
async function takeChats(queries: Queries, rows: readonly ChatRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (cell: (row: ChatRow) => unknown): readonly unknown[] => rows.map(cell);
  await queries.query(take, [
    column(({ document }) => document.chatNumber),
    column(({ document }) => document.closedAtMs),
    column(({ document }) => document.channelId),
    column(({ document }) => `{${document.agentIds.join(",")}}`),
    column(({ words }) => words),
  ]);
}

const take = `INSERT INTO parley.archive_text (chat_number, closed_at_ms, channel_id, agent_ids, words)
  SELECT number, closed, channel, agents::bigint[], array_to_tsvector(string_to_array(words, E'\\n'))
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) AS taken (number, closed, channel, agents, words)
  ON CONFLICT (chat_number) DO UPDATE SET (closed_at_ms, channel_id, agent_ids, words) =
    (excluded.closed_at_ms, excluded.channel_id, excluded.agent_ids, excluded.words)`;

/** Missing chats are ignored. */
async function forgetChats(queries: Queries, chatNumbers: readonly number[]): Promise<void> {
  if (chatNumbers.length === 0) return;
  await queries.query("DELETE FROM parley.archive_text WHERE chat_number = ANY ($1::bigint[])", [chatNumbers]);
}

/** A search as SQL: conditions and their values. */
class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  add(part: (value: string) => string, value: unknown): void {
    this.values.push(value);
    this.#parts.push(part(`$${this.values.length}`));
  }

  /** `text` compares the position by two values. */
  addPlace(operator: "<" | "<=" | ">" | ">=", { closedAtMs, chatNumber }: ArchivePlace): void {
    this.values.push(closedAtMs, chatNumber);
    const at = this.values.length;
    this.#parts.push(`(closed_at_ms, chat_number) ${operator} ($${at - 1}::bigint, $${at}::bigint)`);
  }

  get where(): string {
    return this.#parts.length === 0 ? "true" : this.#parts.join(" AND ");
  }
}

/** Finds the matching chats. PostgreSQL chooses the index. */
async function findChats(queries: Queries, terms: readonly Term[], question: IndexQuestion): Promise<SearchFound> {
  const { rowsMax, isOldestFirst } = question;
  const conditions = conditionsOf(terms, question);
  return pageOf(await readPlaces(queries, conditions, { isOldestFirst, limit: rowsMax + 1 }), rowsMax, null);
}

/**
 * Finds the matching chats among the next `lookedAtMax` in the order of time, for a search that timed out the other way. The
 * page can be short or empty, and its cursor continues.
 */
export async function lookThroughChats(
  queries: Queries,
  terms: readonly Term[],
  question: IndexQuestion,
): Promise<SearchFound> {
  const { rowsMax, lookedAtMax, isOldestFirst } = question;
  // Only the index of words uses bitmap scans.
  await queries.query("SET LOCAL enable_bitmapscan = off");
  const all = conditionsOf([], { ...question, channelIds: null, agentId: null });
  const [last = null] = await readPlaces(queries, all, { isOldestFirst, limit: 1, offset: lookedAtMax - 1 });
  const conditions = conditionsOf(terms, question);
  if (last !== null) conditions.addPlace(isOldestFirst ? "<=" : ">=", last);
  return pageOf(await readPlaces(queries, conditions, { isOldestFirst, limit: rowsMax + 1 }), rowsMax, last);
}

function conditionsOf(terms: readonly Term[], question: IndexQuestion): Conditions {
  const { fromMs, toMs, channelIds, agentId, isOldestFirst, after } = question;
  const conditions = new Conditions();
  conditions.add((value) => `closed_at_ms >= ${value}::bigint`, fromMs);
  conditions.add((value) => `closed_at_ms <= ${value}::bigint`, toMs);
  if (after !== null) conditions.addPlace(isOldestFirst ? ">" : "<", after);
  if (terms.length > 0) conditions.add((value) => `words @@ ${value}::tsquery`, queryOf(terms));
  if (channelIds !== null) conditions.add((value) => `channel_id = ANY (${value}::text[])`, channelIds);
  if (agentId !== null) conditions.add((value) => `${value}::bigint = ANY (agent_ids)`, agentId);
  return conditions;
}

/** Terms consist of letters, digits and marks. In quotes, PostgreSQL reads none of them as an operator. */
const queryOf = (terms: readonly Term[]): string =>
  terms.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");

interface Part {
  readonly isOldestFirst: boolean;
  readonly limit: number;
  readonly offset?: number;
}

async function readPlaces(
  queries: Queries,
  { where, values }: Conditions,
  { isOldestFirst, limit, offset = 0 }: Part,
): Promise<readonly ArchivePlace[]> {
  const order = isOldestFirst ? "ASC" : "DESC";
  const { rows } = await queries.query<{ closed: string; number: string }>(
    `SELECT closed_at_ms::text AS closed, chat_number::text AS number FROM parley.archive_text WHERE ${where}
      ORDER BY closed_at_ms ${order}, chat_number ${order} LIMIT ${limit} OFFSET ${offset}`,
    [...values],
  );
  return rows.map(({ closed, number }) => ({ closedAtMs: Number(closed), chatNumber: Number(number) }));
}

/** Reads one chat more than a page contains, to see whether there is another page. */
function pageOf(places: readonly ArchivePlace[], rowsMax: number, lookedAt: ArchivePlace | null): SearchFound {
  const page = places.slice(0, rowsMax);
  const next = places.length > rowsMax ? (page.at(-1) ?? null) : lookedAt;
  return { chatNumbers: page.map(({ chatNumber }) => chatNumber), next };
}

/** The version of the index. It grows when older indexes are of no use, such as after a change in how words are split. */
const formatVersion = 1;

interface StateRow {
  readonly format: number;
  readonly id: string;
  readonly changes: string;
  readonly rebuilt_down_to: string | null;
}

const stateOf = ({ id, changes, rebuilt_down_to: downTo }: StateRow): IndexState => ({
  ...{ id, changes: Number(changes) },
  rebuiltDownTo: downTo === null ? null : Number(downTo),
});

const columns = "format, id, changes::text, rebuilt_down_to::text";

/** Null when no index exists yet. */
async function readState(queries: Queries): Promise<IndexState | null> {
  const { rows } = await queries.query<StateRow>(`SELECT ${columns} FROM parley.archive_state`);
  const [row] = rows;
  if (row === undefined || row.format < formatVersion) return null;
  if (row.format === formatVersion) return stateOf(row);
  throw new Error(
    `The archive's index was written by a newer version of this service: it has format ${row.format}, expected ${formatVersion}`,
  );
}

/** Replaces the known index `before` with an empty one. Runs in a transaction. Throws IndexChangedError. */
async function beginState(queries: Queries, before: IndexState | null): Promise<IndexState> {
  const begun = await queries.query<StateRow>(
    `INSERT INTO parley.archive_state AS known (format, id, changes, rebuilt_down_to) VALUES ($1, $2, 0, NULL)
      ON CONFLICT (is_only) DO UPDATE SET (format, id, changes, rebuilt_down_to) = ($1, $2, 0, NULL)
      WHERE known.format < $1 OR known.id = $3 RETURNING ${columns}`,
    [formatVersion, randomUUID(), before?.id ?? null],
  );
  const [row] = begun.rows;
  if (row === undefined) throw new IndexChangedError("Another process began an index of the archive");
  await queries.query("TRUNCATE parley.archive_text");
  return stateOf(row);
}

/** Counts one change of the known index. Runs in the transaction of the change. Throws IndexChangedError. */
async function advanceState(
  queries: Queries,
  { id, changes }: IndexState,
  rebuiltDownTo: number | undefined,
): Promise<IndexState> {
  const advanced = await queries.query<StateRow>(
    `UPDATE parley.archive_state SET changes = changes + 1, rebuilt_down_to = coalesce($3, rebuilt_down_to)
      WHERE format = $4 AND id = $1 AND changes = $2 RETURNING ${columns}`,
    [id, changes, rebuiltDownTo ?? null, formatVersion],
  );
  const [row] = advanced.rows;
  if (row === undefined) throw new IndexChangedError("Another process changed the archive's index");
  return stateOf(row);
}

/** Runs a statement within one transaction. */
interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** A database that vanished ends no statement, so the client needs a time limit too. */
const silentMs = 1_000;

/**
 * Settings of every transaction. The best plan depends on the words, so plans are not cached. The compilation of a query is off,
 * because it takes longer than most queries.
 */
const planning = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = on; SET LOCAL jit = off";

/** Runs all or nothing, each statement with a time limit. A connection with any failure but a timeout is not used again. */
async function inTransaction<Value>(
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

/** `query_canceled`: the statement timed out. Source: PostgreSQL's appendix A, as all codes here. */
const canceled = "57014";
/** Classes of errors: the connection, resources, the operator's intervention. */
const awayClasses = new Set(["08", "53", "57"]);
const codePattern = /^[0-9A-Z]{5}$/;

const isTooLate = (error: unknown): boolean => Object(error).code === canceled;

/** Whether the database is not reachable: it reports that, or does not respond. */
function isAway(error: unknown): boolean {
  const { code } = Object(error);
  if (typeof code === "string" && codePattern.test(code)) return awayClasses.has(code.slice(0, 2));
  // An error that does not come from the database can only come from a connection here.
  return error instanceof Error;
}
