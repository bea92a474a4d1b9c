import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Ending } from "./temporary-folder.ts";

/** Makes a new, empty database on the server. `remove` ends all connections to it. */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Makes such a database, and a connection to it until the test ends. */
export async function openTestDatabase(
  t: Ending,
  serverUrl: string,
): Promise<{ readonly url: string; query(text: string, values?: unknown[]): Promise<pg.QueryResult> }> {
  const { url } = await createTestDatabase(serverUrl);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  t.teardown(() => pool.end());
  return { url, query: (text, values) => pool.query(text, values) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
