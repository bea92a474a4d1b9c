import type { TableName } from "./store.ts";

/** The bytes of a key, each as the character of its number. */
export type RawKey = string;

/** A row as every store holds it: the bytes of its key and of its record. */
export interface RawRow {
  readonly key: RawKey;
  readonly row: Buffer;
}

export interface TableSize {
  readonly rows: number;
  /** Of keys and records. */
  readonly bytes: number;
}

/** The rows of a store that no service runs on, as bytes. */
export interface RawRows {
  /** Rows of the table in key order behind `after`, some at a time; none at the end. Rejects with DamagedRowError. */
  page(table: TableName, after: RawKey | null): Promise<readonly RawRow[]>;
  size(table: TableName): Promise<TableSize>;
  /** Another one after every commit of a service. */
  state(): Promise<string>;
  /** Lets others have the store. */
  close(): Promise<void>;
}

/**
 * A store that is being filled. From `begin` to `finish` no service starts on it, whatever becomes of this process. Rows come table by
 * table and in key order, and each `put` is durable when it resolves: what is there is the beginning of what was to come.
 */
export interface RawTarget extends RawRows {
  /** What `begin` was told, as long as `finish` has not been called; `null` where nothing is under way. */
  readonly underWay: string | null;
  /** Whether the store holds no row that a service or a migration put there. */
  isEmpty(): Promise<boolean>;
  /** Takes away what is there, and notes for whom the store is filled. */
  begin(purpose: string): Promise<void>;
  /** The key of the last row of the table. */
  last(table: TableName): Promise<RawKey | null>;
  put(table: TableName, rows: readonly RawRow[]): Promise<void>;
  /** Makes what a service needs besides the rows, and lets it start. */
  finish(): Promise<void>;
}
