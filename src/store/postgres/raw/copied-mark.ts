import type { Client, ClientBase } from "pg";
import { raiseNumbers } from "../schema/migrate.ts";
import { lockNumber } from "../schema/secret.ts";

/** Of several processes that start, one does what a copy needs. The others wait. */
const copiedLock = `pg_advisory_lock(${lockNumber(3)})`;
const copiedUnlock = `pg_advisory_unlock(${lockNumber(3)})`;

/** Notes that the database is a copy. */
export async function writeCopied(client: ClientBase): Promise<void> {
  await client.query("CREATE TABLE IF NOT EXISTS parley.copied ()");
}

/** Calls `begin` before the first service uses a copy. Numbers are then drawn behind the counters that it stored. */
export async function onFirstUse(client: Client, begin: () => Promise<void>): Promise<void> {
  if (!(await isCopied(client))) return;
  await client.query(`SELECT ${copiedLock}`);
  try {
    if (!(await isCopied(client))) return;
    await begin();
    await raiseNumbers(client);
    await client.query("DROP TABLE parley.copied");
  } finally {
    // A broken connection has no lock any more.
    await client.query(`SELECT ${copiedUnlock}`).catch(() => undefined);
  }
}

async function isCopied(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('parley.copied') AS name");
  return rows[0]?.name != null;
}
