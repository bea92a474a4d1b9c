import type { RowName, TableName } from "./store.ts";

/** The store could not do it; `message` names the folder or database and what failed. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The disk takes no commit now; its `cause` is what the system said. */
export class StoreWriteError extends StoreError {}

/** The row lies in a store across a network, and nobody said that it would be read. The commit that names it finds it. */
export class RowNotLoadedError extends StoreError {
  override readonly name = "RowNotLoadedError";
  readonly row: RowName;

  constructor(row: RowName) {
    super(`The row ${row.table} ${JSON.stringify(row.key)} was not loaded for this commit`);
    this.row = row;
  }
}

/** More numbers were drawn in a commit than it said. */
export class NumbersShortError extends StoreError {
  override readonly name = "NumbersShortError";
  readonly counter: string;

  constructor(counter: string) {
    super(`More numbers of the counter ${counter} were drawn than the commit said`);
    this.counter = counter;
  }
}

/** The database across the network cannot be reached now; its `cause` is what the connection said. */
export class StoreAwayError extends StoreWriteError {}

/** More commits wait for the disk than there is memory for. */
export class StoreBusyError extends StoreError {}

/** Another process has the folder; its message names it. */
export class StoreInUseError extends StoreError {}

/** A stored row is not what was written. Told wherever the row is asked for; other rows are read as ever. */
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
