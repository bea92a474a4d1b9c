import type { ArchivePlace, SearchFound } from "../../../workers/archive/archive.types.ts";
import type { Term } from "../../core/search-words.ts";
import type { IndexQuestion } from "../../ports/archive-index.ts";
import type { Queries } from "./transaction.ts";

/** A search as SQL: conditions and their values. */
class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  add(part: (value: string) => string, value: unknown): void {
    this.values.push(value);
    this.#parts.push(part(`$${this.values.length}`));
  }

  /** `text` compares the position by two values. */
  addPlace(operator: "<" | ">=", { closedAtMs, chatNumber }: ArchivePlace): void {
    this.values.push(closedAtMs, chatNumber);
    const at = this.values.length;
    this.#parts.push(`(closed_at_ms, chat_number) ${operator} ($${at - 1}::bigint, $${at}::bigint)`);
  }

  get where(): string {
    return this.#parts.length === 0 ? "true" : this.#parts.join(" AND ");
  }
}

/** Finds the matching chats. PostgreSQL chooses the index. */
export async function findChats(
  queries: Queries,
  terms: readonly Term[],
  question: IndexQuestion,
): Promise<SearchFound> {
  return pageOf(await readPlaces(queries, conditionsOf(terms, question), question.rowsMax + 1), question.rowsMax, null);
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
  const { rowsMax, lookedAtMax } = question;
  // Only the index of words uses bitmap scans.
  await queries.query("SET LOCAL enable_bitmapscan = off");
  const all = conditionsOf([], { ...question, channelIds: null, agentId: null });
  const [last = null] = await readPlaces(queries, all, 1, lookedAtMax - 1);
  const conditions = conditionsOf(terms, question);
  if (last !== null) conditions.addPlace(">=", last);
  return pageOf(await readPlaces(queries, conditions, rowsMax + 1), rowsMax, last);
}

function conditionsOf(terms: readonly Term[], question: IndexQuestion): Conditions {
  const { fromMs, toMs, channelIds, agentId, after } = question;
  const conditions = new Conditions();
  conditions.add((value) => `closed_at_ms >= ${value}::bigint`, fromMs);
  conditions.add((value) => `closed_at_ms <= ${value}::bigint`, toMs);
  if (after !== null) conditions.addPlace("<", after);
  if (terms.length > 0) conditions.add((value) => `words @@ ${value}::tsquery`, queryOf(terms));
  if (channelIds !== null) conditions.add((value) => `channel_id = ANY (${value}::text[])`, channelIds);
  if (agentId !== null) conditions.add((value) => `${value}::bigint = ANY (agent_ids)`, agentId);
  return conditions;
}

/** Terms consist of letters, digits and marks. In quotes, PostgreSQL reads none of them as an operator. */
const queryOf = (terms: readonly Term[]): string =>
  terms.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" & ");

async function readPlaces(
  queries: Queries,
  { where, values }: Conditions,
  limit: number,
  offset = 0,
): Promise<readonly ArchivePlace[]> {
  const { rows } = await queries.query<{ closed: string; number: string }>(
    `SELECT closed_at_ms::text AS closed, chat_number::text AS number FROM parley.archive_text WHERE ${where}
      ORDER BY closed_at_ms DESC, chat_number DESC LIMIT ${limit} OFFSET ${offset}`,
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
