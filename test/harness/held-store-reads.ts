import type { Key, Row, Store, TableName } from "../../src/ports/store.ts";

type Read = Store["read"];

/** A read that waits for the test. */
export interface HeldRead {
  readonly table: TableName;
  readonly key: Key<TableName>;
  /** Reads what is stored at that time, and answers. */
  pass(): void;
  fail(error: Error): void;
}

export interface HeldStoreReads {
  readonly store: Store;
  /** In the order of their arrival. */
  readonly held: readonly HeldRead[];
  /** From now on, reads of these tables wait if they are outside a commit. */
  hold(...tables: readonly TableName[]): void;
  /** Later reads do not wait. The waiting reads are answered, from the first to the last or from the last to the first. */
  letGo(from?: "first" | "last"): void;
}

/** The store, in which some reads wait for the test, as reads of a store across a network would. */
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
