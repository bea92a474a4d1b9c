import type { Key, Store, TableName } from "../../../src/ports/store.ts";

/** A read of a durable row that waits for the test; the row is that of the moment in which it was asked for. */
export interface HeldRead {
  readonly table: TableName;
  /** The parts of the key. */
  readonly key: string;
  pass(): void;
  fail(error: Error): void;
}

export interface HeldReads {
  readonly store: Store;
  /** Those that wait, the oldest first. */
  readonly open: readonly HeldRead[];
  /** How many durable rows were read, held or not. */
  readonly count: number;
  /** From now on every read of a durable row waits. */
  hold(): void;
  /** No read waits any more. */
  letGo(): void;
}

/** Called before a durable row is read; the read waits for it. */
export type BeforeRead = (table: TableName, key: string) => Promise<void>;

/** The store, whose durable rows are read when `before` is done, or as they were at the call when `isOfCall`. */
export function readBehind(store: Store, before: BeforeRead, { isOfCall = false } = {}): Store {
  const read = async <Table extends TableName>(table: Table, key: Key<Table>) => {
    const asked = isOfCall ? { row: store.durable.read(table, key) } : null;
    await before(table, key.join("/"));
    return asked === null ? store.durable.read(table, key) : asked.row;
  };
  return { ...store, durable: { ...store.durable, read } };
}

/** A store whose durable rows come when the test says so. */
export function createHeldReads(inner: Store): HeldReads {
  const open = new Set<HeldRead>();
  let isHeld = false;
  let count = 0;
  const hold: BeforeRead = (table, key) => {
    count += 1;
    if (!isHeld) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        open.delete(held);
        settle();
      };
      const held: HeldRead = {
        ...{ table, key },
        pass: () => end(resolve),
        fail: (error) => end(() => reject(error)),
      };
      open.add(held);
    });
  };
  return {
    store: readBehind(inner, hold, { isOfCall: true }),
    get open() {
      return [...open];
    },
    get count() {
      return count;
    },
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
      for (const held of open) held.pass();
    },
  };
}

/** Lets everything happen that waits for nothing but its turn. */
export async function turns(count = 5): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
