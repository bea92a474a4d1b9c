import { join } from "node:path";
import { loadPackage } from "../fastify.ts";
import type { IngestBody } from "./ingest-app.ts";
import { serveIngest } from "./ingest-app.ts";

/** The part of better-sqlite3 that is used. Source: its docs/api.md. */
interface Statement {
  run(...values: readonly unknown[]): { readonly changes: number };
  get(...values: readonly unknown[]): unknown;
}
interface Sqlite {
  pragma(text: string): unknown;
  exec(text: string): void;
  prepare(text: string): Statement;
  transaction<Arguments extends readonly unknown[]>(work: (...args: Arguments) => void): (...args: Arguments) => void;
}

const [, , , folder = ""] = process.argv;
const database = new (loadPackage<new (path: string) => Sqlite>("better-sqlite3"))(join(folder, "messages.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(`
  CREATE TABLE IF NOT EXISTS chat (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, sender TEXT NOT NULL, name TEXT, last_seq INTEGER NOT NULL,
    UNIQUE (channel, sender));
  CREATE TABLE IF NOT EXISTS message (chat INTEGER NOT NULL REFERENCES chat, seq INTEGER NOT NULL, external_id TEXT NOT NULL, text TEXT NOT NULL,
    at_ms INTEGER NOT NULL, PRIMARY KEY (chat, seq)) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS message_once ON message (chat, external_id);
`);
const openChat = database.prepare(
  "INSERT INTO chat (channel, sender, name, last_seq) VALUES (?, ?, ?, 0) ON CONFLICT (channel, sender) DO UPDATE SET name = excluded.name RETURNING id, last_seq",
);
const addMessage = database.prepare(
  "INSERT INTO message (chat, seq, external_id, text, at_ms) VALUES (?, ?, ?, ?, ?) ON CONFLICT (chat, external_id) DO NOTHING",
);
const countMessage = database.prepare("UPDATE chat SET last_seq = ? WHERE id = ?");

const store = database.transaction((channel: string, { sender, message }: IngestBody) => {
  const chat = openChat.get(channel, sender.id, sender.name ?? null) as {
    readonly id: number;
    readonly last_seq: number;
  };
  const seq = chat.last_seq + 1;
  const { changes } = addMessage.run(chat.id, seq, message.id, message.text, Date.now());
  if (changes > 0) countMessage.run(seq, chat.id);
});

await serveIngest("fastify-sqlite", store);
