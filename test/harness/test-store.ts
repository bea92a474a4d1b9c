import { pino } from "pino";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { createMemoryStore } from "./memory-store/memory-store.ts";
import { checkNeeds } from "./needed-rows.ts";
import type { Ending } from "./temporary-folder.ts";
import { createTestDatabase } from "./test-database.ts";
import { testServerUrl } from "./test-server.ts";

/** Requests to the databases of this process that are not answered yet. */
const inHand = new Set<Promise<unknown>>();

/** Opens an empty store: in memory, or in a database when the run is on PostgreSQL. A closed store can be read until the test ends. */
export async function openTestStore(t: Ending): Promise<Store> {
  if (testServerUrl === undefined) return createMemoryStore();
  const database = await createTestDatabase(testServerUrl);
  const log = pino({ level: "silent" });
  const { store } = await openPostgresStore({ url: database.url, nodeId: () => "test", log });
  t.teardown(async () => {
    await store.close();
    await database.remove();
  });
  return noteAnswers(checkNeeds(store), whenAnswered);
}

/** Returns the same store; `whenAnswered` waits for its answers. After `close` it accepts no commit. */
function noteAnswers(store: Store, close: () => Promise<unknown>): Store {
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

/** Resolves when the databases have answered all requests, with whether there were any. A store in memory answers at once. */
export async function whenAnswered(): Promise<boolean> {
  if (inHand.size === 0) return false;
  while (inHand.size > 0) await Promise.allSettled(inHand);
  return true;
}
