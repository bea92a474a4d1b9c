import type { Key, Row, ScanRange, Store, TableName } from "../../ports/store.ts";

export interface KeyedRow<Table extends TableName> {
  readonly key: Key<Table>;
  /** `null` when it is damaged, which the store has told. */
  readonly row: Row<Table> | null;
}

/**
 * A scan of which a damaged row keeps its place: what is deleted, and where the next page begins, is told by the key alone. Rejects as a
 * scan does, but for damaged rows.
 */
export async function scanKeys<Table extends TableName>(
  store: Pick<Store, "scan">,
  table: Table,
  range: Omit<ScanRange<Table>, "onDamaged">,
): Promise<readonly KeyedRow<Table>[]> {
  // Stands for a row only until it is told apart below: nobody reads a field of it.
  const damaged = {} as Row<Table>;
  const entries = await store.scan(table, { ...range, onDamaged: () => damaged });
  return entries.map(({ key, row }) => ({ key, row: row === damaged ? null : row }));
}

/**
 * How many of a page's first rows are deleted, where rows become younger by their keys: all before the first that is not old. How old a
 * damaged one is nobody knows any more, nor can anybody ask for it: it goes with the old ones it stands among.
 */
export function countOld<Table extends TableName>(
  page: readonly KeyedRow<Table>[],
  isOld: (key: Key<Table>, row: Row<Table>) => boolean,
): number {
  const firstYoung = page.findIndex(({ key, row }) => row !== null && !isOld(key, row));
  return firstYoung < 0 ? page.length : firstYoung;
}
