import { pino } from "pino";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Ending } from "./temporary-folder.ts";
import { createTestDatabase } from "./test-database.ts";
import { testServerUrl } from "./test-server.ts";

/** What the databases of this process are asked for and have not answered. */
const inHand = new Set<Promise<unknown>>();

/** An empty store: in memory, or in a database where the run is on PostgreSQL. Closed, it can be read as long as the test goes on. */
export async function openTestStore(t: Ending): Promise<Store> {
  if (testServerUrl === undefined) return createMemoryStore();
  const database = await createTestDatabase(testServerUrl);
  const log = pino({ level: "silent" });
  const { store } = await openPostgresStore({ url: database.url, nodeId: () => "test", log, checksNeeds: true });
  t.teardown(async () => {
    await store.close();
    await database.remove();
  });
  return noteAnswers(store, whenAnswered);
}

/** The same store, whose answers `whenAnswered` waits for. Once it is closed, by `close`, it takes no commit. */
export function noteAnswers(store: Store, close: () => Promise<unknown>): Store {
  let isClosed = false;
  return {
    commit(needs, apply) {
      if (isClosed) return Promise.reject(new StoreError("The store of the test is closed"));
      return noted(store.commit(needs, apply));
    },
    read: (table, key) => noted(store.read(table, key)),
    durable: { read: (table, key) => noted(store.durable.read(table, key)) },
    scan: (table, range) => noted(store.scan(table, range)),
    async close() {
      isClosed = true;
      await close();
    },
  };
}

function noted<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const over = (): void => void inHand.delete(asked);
  inHand.add(asked);
  asked.then(over, over);
  return asked;
}

/** Resolves when the databases have answered all that they were asked; whether there was anything. A store in memory answers at once. */
export async function whenAnswered(): Promise<boolean> {
  if (inHand.size === 0) return false;
  while (inHand.size > 0) await Promise.allSettled(inHand);
  return true;
}
