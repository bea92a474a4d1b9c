import { pino } from "pino";
import type { Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { createTestDatabase } from "./test-database.ts";
import { testServerUrl } from "./test-server.ts";

/** An empty store that goes when it is closed: in memory, or in a database where the run is on PostgreSQL. */
export async function openTestStore(): Promise<Store> {
  if (testServerUrl === undefined) return createMemoryStore();
  const database = await createTestDatabase(testServerUrl);
  const log = pino({ level: "silent" });
  const { store } = await openPostgresStore({ url: database.url, nodeId: () => "test", log, checksNeeds: true });
  return {
    commit: (needs, apply) => store.commit(needs, apply),
    read: (table, key) => store.read(table, key),
    durable: store.durable,
    scan: (table, range) => store.scan(table, range),
    async close() {
      await store.close();
      await database.remove();
    },
  };
}
