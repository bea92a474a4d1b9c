import type { RawKey } from "./raw-rows.ts";

/** Reads the rows of the embedded store as they lie on the disk, in a thread of its own, while the store is in use. */
export interface RowReader {
  /** Rows in key order behind `after`, some at a time; `null` behind the last one. */
  read(after: RawKey | null): Promise<RowPage | null>;
  close(): Promise<void>;
}

export interface RowPage {
  /** The rows as writes of a journal record's payload, each with the checksum that lies before it on the disk. */
  readonly payload: Uint8Array;
  readonly rows: number;
  readonly last: RawKey;
  /** Rows that are not what was written, each named as a message names it; their bytes are among the others as they are. */
  readonly damaged: readonly string[];
}
