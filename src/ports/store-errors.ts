import type { RowName, TableName } from "./store.ts";

/** The store failed; `message` names the folder or database and the failure. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The disk accepts no commit now; its `cause` is the system's error. */
export class StoreWriteError extends StoreError {}

/** The row is in a store across a network, and the commit did not name it in its needs. A commit that names it finds it. */
export class RowNotLoadedError extends StoreError {
  override readonly name = "RowNotLoadedError";
  readonly row: RowName;

  constructor(row: RowName) {
    super(`The row ${row.table} ${JSON.stringify(row.key)} was not loaded for this commit`);
    this.row = row;
  }
}

/** A commit drew more numbers than it asked for in its needs. */
export class NumbersShortError extends StoreError {
  override readonly name = "NumbersShortError";
  readonly counter: string;

  constructor(counter: string) {
    super(`More numbers of the counter ${counter} were drawn than the commit asked for`);
    this.counter = counter;
  }
}

/** The database across the network cannot be reached now; its `cause` is the connection's error. */
export class StoreAwayError extends StoreWriteError {}

/** More commits wait for the disk than memory has space for. */
export class StoreBusyError extends StoreError {}

/** Another process uses the folder; the message names that process. */
export class StoreInUseError extends StoreError {}

/** A stored row is damaged. Thrown at every read of the row; other rows can be read as usual. */
export class DamagedRowError extends StoreError {
  override readonly name = "DamagedRowError";
  readonly table: TableName | "store";
  /** The parts of the key, secret ones shortened. */
  readonly key: string;

  constructor(table: TableName | "store", key: string, message: string) {
    super(message);
    this.table = table;
    this.key = key;
  }
}
