import type { Key, Row, Store, TableName } from "../../src/ports/store.ts";

type Read = Store["read"];

/** A read that waits for the test. */
export interface HeldRead {
  readonly table: TableName;
  readonly key: Key<TableName>;
  /** Reads what is stored by then, and answers. */
  pass(): void;
  fail(error: Error): void;
}

export interface HeldStoreReads {
  readonly store: Store;
  /** In the order in which they came. */
  readonly held: readonly HeldRead[];
  /** From now on reads of these tables wait that are made outside of a commit. */
  hold(...tables: readonly TableName[]): void;
  /** Nothing waits any more; what did is answered, the one that came first first, or last. */
  letGo(from?: "first" | "last"): void;
}

/** The store, of which some reads wait for the test, as those of a store across a network would. */
export function createHeldStoreReads(inner: Store): HeldStoreReads {
  const tables = new Set<TableName>();
  const held: HeldRead[] = [];
  const readOf =
    (rows: Pick<Store, "read">): Read =>
    <Table extends TableName>(table: Table, key: Key<Table>) => {
      if (!tables.has(table)) return rows.read(table, key);
      return new Promise<Row<Table> | undefined>((resolve, reject) => {
        const end = (): void => void held.splice(held.indexOf(read), 1);
        const read: HeldRead = {
          table,
          key,
          pass() {
            end();
            resolve(rows.read(table, key));
          },
          fail(error) {
            end();
            reject(error);
          },
        };
        held.push(read);
      });
    };
  return {
    store: { ...inner, read: readOf(inner), durable: { ...inner.durable, read: readOf(inner.durable) } },
    held,
    hold(...more) {
      for (const table of more) tables.add(table);
    },
    letGo(from = "first") {
      tables.clear();
      for (let read = held.at(from === "first" ? 0 : -1); read !== undefined; read = held.at(from === "first" ? 0 : -1))
        read.pass();
    },
  };
}
