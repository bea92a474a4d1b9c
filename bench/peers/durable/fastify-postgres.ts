import { loadPackage } from "../fastify.ts";
import type { IngestBody } from "./ingest-app.ts";
import { serveIngest } from "./ingest-app.ts";

/** The part of pg that is used. Source: node-postgres.com. */
interface Result {
  readonly rowCount: number | null;
  readonly rows: readonly { readonly id: string; readonly last_seq: string }[];
}
interface Client {
  query(
    query: string | { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  ): Promise<Result>;
  release(): void;
}
interface Pool extends Pick<Client, "query"> {
  connect(): Promise<Client>;
}

const [, , , , url = ""] = process.argv;
const { Pool } = loadPackage<{ readonly Pool: new (options: object) => Pool }>("pg");
const pool = new Pool({ connectionString: url, max: 20 });
await pool.query(`
  CREATE TABLE IF NOT EXISTS chat (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, channel text NOT NULL, sender text NOT NULL, name text,
    last_seq bigint NOT NULL, UNIQUE (channel, sender));
  CREATE TABLE IF NOT EXISTS message (chat bigint NOT NULL REFERENCES chat, seq bigint NOT NULL, external_id text NOT NULL, text text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (chat, seq), UNIQUE (chat, external_id));
`);

/** The row of the chat is locked until the commit, so that positions have no gap and each is used once. */
const openChat = {
  name: "open chat",
  text: `INSERT INTO chat (channel, sender, name, last_seq) VALUES ($1, $2, $3, 0)
    ON CONFLICT (channel, sender) DO UPDATE SET name = excluded.name RETURNING id, last_seq`,
};
const addMessage = {
  name: "add message",
  text: "INSERT INTO message (chat, seq, external_id, text) VALUES ($1, $2, $3, $4) ON CONFLICT (chat, external_id) DO NOTHING",
};
const countMessage = { name: "count message", text: "UPDATE chat SET last_seq = $1 WHERE id = $2" };

async function store(channel: string, { sender, message }: IngestBody): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query({ ...openChat, values: [channel, sender.id, sender.name ?? null] });
    const [chat] = rows;
    const seq = Number(chat?.last_seq) + 1;
    const added = await client.query({ ...addMessage, values: [chat?.id, seq, message.id, message.text] });
    if (added.rowCount === 1) await client.query({ ...countMessage, values: [seq, chat?.id] });
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

await serveIngest("fastify-postgres", store);
