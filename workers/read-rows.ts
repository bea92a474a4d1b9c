import { readStoredRows } from "./backup/stored-rows.ts";

export interface ReadRowsTask {
  /** The folder of the environment. */
  readonly folder: string;
  /** The page begins after this key; `null` for the first row. */
  readonly after: string | null;
}

export interface StoredRowsPage {
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  readonly last: string;
  readonly damaged: readonly string[];
}

/** Some rows of the store as they are on the disk; `null` after the last one. */
export const run = (task: ReadRowsTask): StoredRowsPage | null => readStoredRows(task);
