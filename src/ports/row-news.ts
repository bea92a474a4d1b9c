import type { Key, TableName } from "./store.ts";

/** What a part of the service keeps in memory of rows that other processes may write. */
export interface WatchedRows<Table extends TableName> {
  /** Which rows; all of the table when absent. */
  isWatched?(key: Key<Table>): boolean;
  /** Another process wrote or deleted the row: read it again (`durable`). */
  changed(key: Key<Table>): void;
  /** News may have been missed: read all of them again. */
  reload(): void;
}

/**
 * News of rows that other processes wrote. Every process watches the same rows, so that the writer knows which the others want to hear of.
 * A store of one process has none.
 */
export interface RowNews {
  watch<Table extends TableName>(table: Table, watched: WatchedRows<Table>): void;
}

/** Of a store that belongs to one process. */
export const noRowNews: RowNews = { watch: () => undefined };
