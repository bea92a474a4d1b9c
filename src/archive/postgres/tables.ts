/**
 * The closed chats with their words, as `src/core/search-words.ts` splits them, and the progress of the index. `words` has neither
 * positions nor weights, because searches ask only whether a chat has a word.
 */
export const archiveTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS parley.archive_text (
    chat_number bigint PRIMARY KEY,
    closed_at_ms bigint NOT NULL,
    channel_id text COLLATE "C" NOT NULL,
    agent_ids bigint[] NOT NULL,
    words tsvector NOT NULL
  )`,
  "CREATE INDEX IF NOT EXISTS archive_text_words ON parley.archive_text USING gin (words)",
  "CREATE INDEX IF NOT EXISTS archive_text_place ON parley.archive_text (closed_at_ms, chat_number)",
  `CREATE TABLE IF NOT EXISTS parley.archive_state (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    format int NOT NULL,
    id text NOT NULL,
    changes bigint NOT NULL,
    rebuilt_down_to bigint
  )`,
];
