import type { RootDatabase } from "lmdb";
import { records } from "../../src/codec/proto/generated/records.js";
import type { KeyBytes } from "../../src/store/keys.ts";
import { describeKey } from "../../src/store/keys.ts";
import { openSharedRows } from "../../src/store/lmdb/rows/row-environment.ts";
import { isWholeRow } from "../../src/store/lmdb/rows/row-form.ts";

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

/** Short work at a time, so that other threads do not wait longer for a processor. */
const pageBytes = 256 * 1024;
/** After the store's own keys, which describe the environment alone. */
const firstKey: KeyBytes = "\u0001";

let opened: { readonly folder: string; readonly rows: RootDatabase<Buffer, KeyBytes> } | null = null;

/** Reads no longer than one page takes: as long as an older state of the rows is in use, LMDB cannot reuse its pages. */
export function readStoredRows({ folder, after }: ReadRowsTask): StoredRowsPage | null {
  const rows = rowsIn(folder);
  rows.resetReadTxn();
  const writes: { key: Buffer; row: Buffer }[] = [];
  const damaged: string[] = [];
  let last = after;
  let bytes = 0;
  // The smallest possible next key.
  const start = after === null ? firstKey : `${after}\u0000`;
  for (const { key, value } of rows.getRange({ start })) {
    const keyBytes = Buffer.from(key, "latin1");
    if (!isWholeRow(keyBytes, value)) damaged.push(nameOf(key));
    // LMDB reuses this memory for the next row.
    writes.push({ key: keyBytes, row: Buffer.from(value) });
    last = key;
    bytes += key.length + value.length;
    if (bytes >= pageBytes) break;
  }
  rows.resetReadTxn();
  if (last === null || writes.length === 0) return null;
  // A buffer of its own, which can be transferred.
  return {
    payload: new Uint8Array(records.GroupCommit.encode({ writes }).finish()),
    rows: writes.length,
    last,
    damaged,
  };
}

/** Opened once in each thread. */
function rowsIn(folder: string): RootDatabase<Buffer, KeyBytes> {
  if (opened?.folder !== folder) opened = { folder, rows: openSharedRows(folder) };
  return opened.rows;
}

function nameOf(key: KeyBytes): string {
  const { table, text } = describeKey(key);
  return `the row ${text} of the table ${table}`;
}
