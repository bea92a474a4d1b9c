import type { ReadRowsTask, StoredRowsPage } from "./backup/stored-rows.ts";
import { readStoredRows } from "./backup/stored-rows.ts";

/** Some rows of the store as they are on the disk; `null` after the last one. */
export const run = (task: ReadRowsTask): StoredRowsPage | null => readStoredRows(task);
