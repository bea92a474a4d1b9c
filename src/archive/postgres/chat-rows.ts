import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArchiveDocument } from "../../../workers/archive/archive.types.ts";
import { wordsOf } from "../../core/search-words.ts";
import type { Queries } from "./transaction.ts";

/**
 * PostgreSQL stores at most a mebibyte of different words for one chat. Words beyond it are not found. Source: its manual, section
 * 12.11.
 */
const wordsBytesMax = 1_000_000;

/** The row of a chat. */
export interface ChatRow {
  readonly document: ArchiveDocument;
  /** Each word once, separated by newlines. */
  readonly words: string;
}

/** Splits chats into words, one chat after the other. Other work gets its turn in between. */
export async function toChatRows(documents: readonly ArchiveDocument[]): Promise<readonly ChatRow[]> {
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
export async function takeChats(queries: Queries, rows: readonly ChatRow[]): Promise<void> {
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
export async function forgetChats(queries: Queries, chatNumbers: readonly number[]): Promise<void> {
  if (chatNumbers.length === 0) return;
  await queries.query("DELETE FROM parley.archive_text WHERE chat_number = ANY ($1::bigint[])", [chatNumbers]);
}
