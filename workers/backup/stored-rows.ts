import type { RootDatabase } from "lmdb";
import { records } from "../../src/codec/proto/generated/records.js";
import type { KeyBytes } from "../../src/store/keys.ts";
import { describeKey } from "../../src/store/keys.ts";
import { openSharedRows } from "../../src/store/lmdb/rows/row-environment.ts";
import { isWholeRow } from "../../src/store/lmdb/rows/row-form.ts";
import type { ReadRowsTask, StoredRowsPage } from "../read-rows.ts";

/** Short work at a time: whoever waits for a processor meanwhile waits no longer than that. */
const pageBytes = 256 * 1024;
/** Behind the store's own keys, which say what is true of the environment alone. */
const firstKey: KeyBytes = "\u0001";

let opened: { readonly folder: string; readonly rows: RootDatabase<Buffer, KeyBytes> } | null = null;

/** Reads no longer than one page takes: an older state of the rows that stays in use keeps LMDB from using its pages again. */
export function readStoredRows({ folder, after }: ReadRowsTask): StoredRowsPage | null {
  const rows = rowsIn(folder);
  rows.resetReadTxn();
  const writes: { key: Buffer; row: Buffer }[] = [];
  const damaged: string[] = [];
  let last = after;
  let bytes = 0;
  // The next key there can be.
  const start = after === null ? firstKey : `${after}\u0000`;
  for (const { key, value } of rows.getRange({ start })) {
    const keyBytes = Buffer.from(key, "latin1");
    if (!isWholeRow(keyBytes, value)) damaged.push(nameOf(key));
    // What LMDB shows is gone with the next row.
    writes.push({ key: keyBytes, row: Buffer.from(value) });
    last = key;
    bytes += key.length + value.length;
    if (bytes >= pageBytes) break;
  }
  rows.resetReadTxn();
  if (last === null || writes.length === 0) return null;
  // Of its own memory, which can be handed over.
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
