import type { Key, TableName } from "./store.ts";

/** In-memory data of a part of the service, made from rows that other processes may write. */
export interface WatchedRows<Table extends TableName> {
  /** Which rows it uses; absent, all rows of the table. */
  isWatched?(key: Key<Table>): boolean;
  /** Another process wrote or deleted the row: reread it (`durable`). */
  changed(key: Key<Table>): void;
  /** News may have been lost: reread all rows. */
  reload(): void;
}

/**
 * Notifies of rows that other processes wrote. Every process watches the same rows, so that the writer knows which news the other processes
 * need. A store of one process sends none.
 */
export interface RowNews {
  watch<Table extends TableName>(table: Table, watched: WatchedRows<Table>): void;
}

/** For a store that belongs to one process. */
export const noRowNews: RowNews = { watch: () => undefined };
