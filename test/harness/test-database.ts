import { randomBytes } from "node:crypto";
import pg from "pg";

/** Makes a new, empty database on the server. `remove` ends all connections to it. */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
