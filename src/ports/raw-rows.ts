import type { TableName } from "./store.ts";

/** The bytes of a key, one character a byte. */
export type RawKey = string;

/** A row in the form of every store: the bytes of its key and of its record. */
export interface RawRow {
  readonly key: RawKey;
  readonly row: Buffer;
}

export interface TableSize {
  readonly rows: number;
  /** Size of keys and records. */
  readonly bytes: number;
}

/** The rows, as bytes, of a store on which no service runs. */
export interface RawRows {
  /** Rows of the table in key order after `after`, some at a time; empty at the end. Rejects with DamagedRowError. */
  page(table: TableName, after: RawKey | null): Promise<readonly RawRow[]>;
  size(table: TableName): Promise<TableSize>;
  /** A value that changes with every commit of a service. */
  state(): Promise<string>;
  /** Releases the store for other processes. */
  close(): Promise<void>;
}

/**
 * A store that is being filled. From `begin` to `finish` no service starts on it, also when this process is killed. Rows are put
 * table by table and in key order. Each `put` is durable when it resolves, so that the store contains the first part of the rows at
 * any time.
 */
export interface RawTarget extends RawRows {
  /** The purpose given to `begin`, until `finish` is called; `null` when no filling is in progress. */
  readonly underWay: string | null;
  /** Whether the store contains no row of a service or a migration. */
  isEmpty(): Promise<boolean>;
  /** Removes the present content, and stores the purpose. */
  begin(purpose: string): Promise<void>;
  /** The key of the last row of the table. */
  last(table: TableName): Promise<RawKey | null>;
  put(table: TableName, rows: readonly RawRow[]): Promise<void>;
  /** Creates what a service needs besides the rows, and lets it start. The service takes the store for a copy of the present state. */
  finish(): Promise<void>;
}
