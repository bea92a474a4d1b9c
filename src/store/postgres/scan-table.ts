import type { ScanEntry, ScanRange, TableName } from "../../ports/store.ts";
import { DamagedRowError } from "../../ports/store-errors.ts";
import type { KeyBytes } from "../keys.ts";
import { decodeKey } from "../keys.ts";
import type { KeyRange } from "../scan-range.ts";
import { toKeyRange } from "../scan-range.ts";
import { readCalls } from "./batched-reads.ts";
import { readBytes, readKey, toText } from "./binary.ts";
import type { Database } from "./database.ts";
import type { Rows } from "./pipeline.ts";
import { decodeRow, statementOfEach } from "./tables.ts";

/** Long scans read pages, so that no response is too large for the memory. */
const pageRows = 1_000;

const where = "WHERE k >= $1::bytea AND k < $2::bytea";
const upwards = statementOfEach("scan", (name) => `SELECT k, row FROM ${name} ${where} ORDER BY k LIMIT $3::bigint`);
const downwards = statementOfEach(
  "scan back",
  (name) => `SELECT k, row FROM ${name} ${where} ORDER BY k DESC LIMIT $3::bigint`,
);

/** Reads durable rows in key order. */
export async function scanTable<Table extends TableName>(
  database: Database,
  table: Table,
  scan: ScanRange<Table>,
): Promise<readonly ScanEntry<Table>[]> {
  let range = toKeyRange(table, scan);
  const entries: ScanEntry<Table>[] = [];
  while (range.from < range.to && entries.length < scan.limit) {
    const wanted = Math.min(pageRows, scan.limit - entries.length);
    const rows = await readPage(database, table, range, wanted);
    for (const [keyText, rowText] of rows) {
      const bytes = readKey(keyText);
      const key = decodeKey(table, bytes);
      const row = readOr(
        () => decodeRow(table, bytes, readBytes(rowText)),
        scan.onDamaged && (() => scan.onDamaged?.(key) ?? null),
      );
      if (row !== null) entries.push({ key, row });
    }
    const last = rows.at(-1)?.[0];
    if (last === undefined || rows.length < wanted) break;
    // The next page starts after the last key: forwards at the shortest larger key, backwards before the key itself.
    range = range.reverse ? { ...range, to: readKey(last) } : { ...range, from: `${readKey(last)}\u0000` };
  }
  return entries;
}

async function readPage(database: Database, table: TableName, range: KeyRange, limit: number): Promise<Rows> {
  const statement = (range.reverse ? downwards : upwards)[table];
  const [rows = []] = await readCalls(database, [
    { statement, values: [bytesOf(range.from), bytesOf(range.to), toText(limit)] },
  ]);
  return rows;
}

const bytesOf = (key: KeyBytes): Buffer => Buffer.from(key, "latin1");

function readOr<Value>(read: () => Value, onDamaged: (() => Value | null) | undefined): Value | null {
  if (onDamaged === undefined) return read();
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return onDamaged();
  }
}
