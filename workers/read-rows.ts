import { readStoredRows } from "./backup/stored-rows.ts";

export interface ReadRowsTask {
  /** Holds the environment. */
  readonly folder: string;
  /** The key behind which it begins; `null` for the first row. */
  readonly after: string | null;
}

export interface StoredRowsPage {
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  readonly last: string;
  readonly damaged: readonly string[];
}

/** Some rows of the store as they lie on the disk; `null` behind the last one. */
export const run = (task: ReadRowsTask): StoredRowsPage | null => readStoredRows(task);
