import type { Key, Row, RowReader, ScanRange, Store, TableName } from "../../src/ports/store.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "./memory-store/memory-store.ts";

export interface DamagedStore {
  readonly store: Store;
  /** This row is damaged from now on, whatever is written to it. */
  damage<Table extends TableName>(table: Table, key: Key<Table>): void;
}

/** A memory store with some damaged rows. Reading such a row throws; a scan asks `onDamaged` for a replacement. */
export function createDamagedStore(): DamagedStore {
  const inner = createMemoryStore();
  const damaged = new Set<string>();
  const nameOf = (table: TableName, key: Key<TableName>): string => JSON.stringify([table, ...key]);
  const isDamaged = (table: TableName, key: Key<TableName>, row: unknown): boolean =>
    row !== undefined && damaged.has(nameOf(table, key));
  const refuse = (table: TableName, key: Key<TableName>, row: unknown): void => {
    if (!isDamaged(table, key, row)) return;
    throw new DamagedRowError(table, key.join(), `${table} ${key} is damaged`);
  };
  const readOf =
    (rows: Pick<Store, "read">): Store["read"] =>
    async (table, key) => {
      const row = await rows.read(table, key);
      refuse(table, key, row);
      return row;
    };
  const readNowOf =
    (rows: RowReader): RowReader["read"] =>
    (table, key) => {
      const row = rows.read(table, key);
      refuse(table, key, row);
      return row;
    };
  const store: Store = {
    ...inner,
    commit: (needs, apply) => inner.commit(needs, (rows) => apply({ ...rows, read: readNowOf(rows) })),
    read: readOf(inner),
    durable: { ...inner.durable, read: readOf(inner.durable) },
    async scan<Table extends TableName>(table: Table, range: ScanRange<Table>) {
      const entries: { readonly key: Key<Table>; readonly row: Row<Table> }[] = [];
      // Reads as many more rows as may be skipped, so that a page is full while there are enough rows.
      for (const entry of await inner.scan(table, { ...range, limit: range.limit + damaged.size })) {
        if (entries.length === range.limit) break;
        if (isDamaged(table, entry.key, entry.row)) {
          if (range.onDamaged === undefined) refuse(table, entry.key, entry.row);
          const row = range.onDamaged?.(entry.key) ?? null;
          if (row !== null) entries.push({ key: entry.key, row });
        } else entries.push(entry);
      }
      return entries;
    },
  };
  return { store, damage: (table, key) => void damaged.add(nameOf(table, key)) };
}
