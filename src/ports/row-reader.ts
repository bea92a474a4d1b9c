import type { RawKey } from "./raw-rows.ts";

/** Reads the rows of the embedded store as they are on the disk, in a separate thread, while the store is in use. */
export interface RowReader {
  /** Rows in key order after `after`, some at a time; `null` after the last one. */
  read(after: RawKey | null): Promise<RowPage | null>;
  close(): Promise<void>;
}

export interface RowPage {
  /** The rows as writes of a journal record's payload, each with its checksum from the disk. */
  readonly payload: Uint8Array;
  readonly rows: number;
  readonly last: RawKey;
  /** Damaged rows, named as messages name them; the payload contains their bytes unchanged. */
  readonly damaged: readonly string[];
}
