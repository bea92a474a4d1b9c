import type { Key, Store, TableName } from "../../../src/ports/store.ts";

/** A read of a durable row that waits for the test. It returns the row as it was at the time of the call. */
export interface HeldRead {
  readonly table: TableName;
  /** The parts of the key. */
  readonly key: string;
  pass(): void;
  fail(error: Error): void;
}

export interface HeldReads {
  readonly store: Store;
  /** The waiting reads, the oldest first. */
  readonly open: readonly HeldRead[];
  /** The number of reads of durable rows, held or not. */
  readonly count: number;
  /** Makes every later read of a durable row wait. */
  hold(): void;
  /** Releases all waiting reads. Later reads do not wait. */
  letGo(): void;
}

/** Called before a durable row is read; the read waits for it. */
export type BeforeRead = (table: TableName, key: string) => Promise<void>;

/** Returns the store with durable reads that wait for `before`. With `isOfCall`, they return the row as it was at the time of the call. */
export function readBehind(store: Store, before: BeforeRead, { isOfCall = false } = {}): Store {
  const read = async <Table extends TableName>(table: Table, key: Key<Table>) => {
    const asked = isOfCall ? { row: store.durable.read(table, key) } : null;
    await before(table, key.join("/"));
    return asked === null ? store.durable.read(table, key) : asked.row;
  };
  return { ...store, durable: { ...store.durable, read } };
}

/** Returns a store whose durable reads return when the test releases them. */
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

/** Waits for some turns of the event loop, so that all pending work without a delay runs. */
export async function turns(count = 5): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
