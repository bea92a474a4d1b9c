import type { Key, Row, ScannedRows, ScanRange, TableName } from "../../ports/store.ts";

export interface KeyedRow<Table extends TableName> {
  readonly key: Key<Table>;
  /** `null` when it is damaged, which the store has logged. */
  readonly row: Row<Table> | null;
}

/**
 * A scan in which a damaged row keeps its place: its key is enough to delete it, or to find the next page. Rejects as a scan does,
 * except for damaged rows.
 */
export async function scanKeys<Table extends TableName>(
  store: ScannedRows,
  table: Table,
  range: Omit<ScanRange<Table>, "onDamaged">,
): Promise<readonly KeyedRow<Table>[]> {
  // Replaces a row only until the check below: no code reads its fields.
  const damaged = {} as Row<Table>;
  const entries = await store.scan(table, { ...range, onDamaged: () => damaged });
  return entries.map(({ key, row }) => ({ key, row: row === damaged ? null : row }));
}

/**
 * The number of rows at the start of a page that must be deleted: all rows before the first one that is not old. Later keys must
 * belong to younger rows. The age of a damaged row is unknown and the row is unreadable, so it is deleted with the old rows around
 * it.
 */
export function countOld<Table extends TableName>(
  page: readonly KeyedRow<Table>[],
  isOld: (key: Key<Table>, row: Row<Table>) => boolean,
): number {
  const firstYoung = page.findIndex(({ key, row }) => row !== null && !isOld(key, row));
  return firstYoung < 0 ? page.length : firstYoung;
}
