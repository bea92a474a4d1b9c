import type { Key, Row, ScanEntry, ScanRange, TableName, Write } from "../../ports/store.ts";
import { SortedRows } from "./sorted-rows.ts";

/** The rows of a store in memory. Rows are copied on write and on read, so that a caller cannot change a stored row. */
export class MemoryTables {
  readonly #tables = new Map<TableName, SortedRows>();

  read<Table extends TableName>(table: Table, key: Key<Table>): Row<Table> | undefined {
    return copyOf(this.#rowsOf(table).get(key)) as Row<Table> | undefined;
  }

  scan<Table extends TableName>(table: Table, range: ScanRange<Table>): readonly ScanEntry<Table>[] {
    return copyOf(this.#rowsOf(table).scan(range) as readonly unknown[] as readonly ScanEntry<Table>[]);
  }

  write(writes: readonly Write[]): void {
    const copies = copyOf(writes);
    for (const { table, key } of copies) assertKey(table, key);
    for (const { table, key, row } of copies) {
      if (row === null) this.#rowsOf(table).delete(key);
      else this.#rowsOf(table).set(key, row);
    }
  }

  #rowsOf(table: TableName): SortedRows {
    const rows = this.#tables.get(table) ?? new SortedRows();
    this.#tables.set(table, rows);
    return rows;
  }
}

/** Copies a row. Rows are mostly plain data, for which `structuredClone` needs four times as long. */
function copyOf<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((one) => copyOf(one)) as Data;
  if (Object.getPrototypeOf(data) !== Object.prototype) return structuredClone(data);
  const copy = { ...data };
  for (const key in copy) copy[key] = copyOf(copy[key]);
  return copy;
}

/** Throws for keys that no adapter can sort. */
function assertKey(table: TableName, key: readonly unknown[]): void {
  for (const part of key) {
    const isKept =
      typeof part === "string" ? !/\p{Surrogate}/u.test(part) : Number.isSafeInteger(part) && Number(part) >= 0;
    if (!isKept)
      throw new TypeError(`Expected text or a safe integer from 0 in a key of the table ${table}, got ${part}`);
  }
}
