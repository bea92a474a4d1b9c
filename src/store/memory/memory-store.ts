import { setImmediate as nextTurn } from "node:timers/promises";
import type { Key, LockedRows, Row, ScanEntry, ScanRange, Store, TableName, Write } from "../../ports/store.ts";
import { StoreError } from "../../ports/store.ts";
import { onlyNeeded } from "../needed-rows.ts";
import { onlyWriter } from "../only-writer.ts";
import { SortedRows } from "./sorted-rows.ts";

/** A store that ends with the process: for tests, simulations and trying things out. */
export function createMemoryStore(): Store {
  const tables = new Map<TableName, SortedRows>();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();

  const rowsOf = (table: TableName): SortedRows => {
    const rows = tables.get(table) ?? new SortedRows();
    tables.set(table, rows);
    return rows;
  };
  const readNow = <Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined =>
    structuredClone(rowsOf(table).get(key)) as Row<Table> | undefined;
  const read = async <Table extends TableName>(table: Table, key: Key<Table>): Promise<Row<Table> | undefined> =>
    readNow(table, key);
  const locked: LockedRows = { read: readNow, ...onlyWriter };

  const write = (writes: readonly Write[]): void => {
    const copies = structuredClone(writes);
    for (const { table, key } of copies) assertKey(table, key);
    for (const { table, key, row } of copies) {
      if (row === null) rowsOf(table).delete(key);
      else rowsOf(table).set(key, row);
    }
  };

  return {
    commit(needs, apply) {
      if (isClosed) return Promise.reject(new StoreError("The store in memory is closed"));
      try {
        write(apply(onlyNeeded(locked, needs)));
      } catch (error) {
        return Promise.reject(error);
      }
      last = nextTurn();
      return last;
    },
    read,
    // What is written here is never taken back.
    durable: { read },
    async scan<Table extends TableName>(table: Table, range: ScanRange<Table>) {
      await last;
      return structuredClone(rowsOf(table).scan(range) as readonly unknown[] as readonly ScanEntry<Table>[]);
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}

/** What no adapter can keep in order is refused here as well. */
function assertKey(table: TableName, key: readonly unknown[]): void {
  for (const part of key) {
    const isKept =
      typeof part === "string" ? !/\p{Surrogate}/u.test(part) : Number.isSafeInteger(part) && Number(part) >= 0;
    if (!isKept)
      throw new TypeError(`Expected text or a safe integer from 0 in a key of the table ${table}, got ${part}`);
  }
}
