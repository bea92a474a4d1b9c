import pg from "pg";
import type { Test } from "tap";
import type { PostgresServer } from "../../../src/demo/cluster/postgres-server.ts";
import { startPostgres } from "../../../src/demo/cluster/postgres-server.ts";
import type { OpenedPostgresStore, PostgresStoreOptions } from "../../../src/store/postgres/open-postgres-store.ts";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import { recordingLog } from "../lmdb-fixture.ts";

export interface Databases {
  readonly server: PostgresServer;
  /** An empty database of its own; answers its URL. */
  create(): Promise<string>;
  /** What an operator would do at the database. */
  query(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** A server for a test file, and databases on it. */
export async function startDatabases(t: Test): Promise<Databases> {
  const server = await startPostgres();
  t.teardown(() => server.remove());
  let count = 0;
  const query: Databases["query"] = async (url, text) => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    server,
    query,
    async create() {
      count += 1;
      const name = `test_${count}`;
      await query(server.url, `CREATE DATABASE ${name}`);
      return server.url.replace(/[^/]*$/, name);
    },
  };
}

export const openOn = (
  url: string,
  nodeId = "node-1",
  options: Partial<PostgresStoreOptions> = {},
): Promise<OpenedPostgresStore> => openPostgresStore({ url, nodeId: () => nodeId, log: recordingLog(), ...options });
