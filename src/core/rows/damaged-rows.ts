import { setImmediate as nextTurn } from "node:timers/promises";
import type { Key, Row, ScanEntry, ScannedRows, ScanRange, TableName } from "../../ports/store.ts";
import { DamagedRowError } from "../../ports/store-errors.ts";

/**
 * Returns the result of `read`; `undefined` when one of its rows is damaged. The store has logged that. One bad row must not stop a
 * list or a sweep.
 */
export function undamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}

/** The same for a read that may have to wait. */
export async function undamagedLater<Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}

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
 * The pages of `scanKeys`: each is read when the loop asks for it, and other work of the process runs in between. No page is read
 * once `isStopped`.
 */
export const keyPages = <Table extends TableName>(
  store: ScannedRows,
  table: Table,
  range: Omit<ScanRange<Table>, "onDamaged">,
  isStopped?: () => boolean,
): AsyncGenerator<readonly KeyedRow<Table>[]> => pagesOf(range, (part) => scanKeys(store, table, part), isStopped);

/** The same pages of `scan`, which rejects when a row is damaged. */
export const rowPages = <Table extends TableName>(
  store: ScannedRows,
  table: Table,
  range: ScanRange<Table>,
): AsyncGenerator<readonly ScanEntry<Table>[]> => pagesOf(range, (part) => store.scan(table, part));

/** The pages of `read`. Each has `range.limit` entries, the last one fewer. */
async function* pagesOf<Table extends TableName, Entry extends { readonly key: Key<Table> }>(
  range: Omit<ScanRange<Table>, "onDamaged">,
  read: (part: Omit<ScanRange<Table>, "onDamaged">) => Promise<readonly Entry[]>,
  isStopped: () => boolean = () => false,
): AsyncGenerator<readonly Entry[]> {
  for (let { after } = range; !isStopped(); ) {
    const page = await read({ ...range, ...(after !== undefined && { after }) });
    yield page;
    after = page.at(-1)?.key;
    if (page.length < range.limit) return;
    await nextTurn();
  }
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
