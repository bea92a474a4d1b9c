import { setImmediate as nextTurn } from "node:timers/promises";
import type { LockedRows, Store } from "../../../src/ports/store.ts";
import { StoreError } from "../../../src/ports/store-errors.ts";
import { onlyWriter } from "../../../src/store/alone-peers.ts";
import { onlyNeeded } from "../needed-rows.ts";
import { MemoryTables } from "./memory-tables.ts";

/** A store that ends with the process, for tests, simulations and experiments. */
export function createMemoryStore(): Store {
  const tables = new MemoryTables();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const locked: LockedRows = { read: (table, key) => tables.read(table, key), ...onlyWriter };
  const read: Store["read"] = async (table, key) => tables.read(table, key);

  return {
    commit(needs, apply) {
      if (isClosed) return Promise.reject(new StoreError("The store in memory is closed"));
      try {
        tables.write(apply(onlyNeeded(locked, needs)));
      } catch (error) {
        return Promise.reject(error);
      }
      last = nextTurn();
      return last;
    },
    read,
    // No write to memory is ever taken back, so all reads are durable.
    durable: { read },
    async scan(table, range) {
      await last;
      return tables.scan(table, range);
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}
