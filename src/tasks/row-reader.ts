import type { ReadRowsTask, StoredRowsPage } from "../../workers/backup/stored-rows.ts";
import type { RowReader } from "../ports/row-reader.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** One page may wait for another: only one backup is made at a time. */
const queueMax = 2;

/** Reads the rows of the environment in this folder, in a separate thread. */
export function createRowReader(folder: string): RowReader {
  const pool = createWorkerPool<ReadRowsTask, StoredRowsPage | null>({ task: "read-rows", queueMax });
  return {
    async read(after) {
      const read = await pool.run({ folder, after });
      if (!read.ok) throw new Error(read.failure.message);
      return read.value;
    },
    close: () => pool.close(),
  };
}
