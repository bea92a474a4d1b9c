import { scanKeys } from "../core/rows/scan-keys.ts";
import type { Key, NameRow, Store, Write } from "../ports/store.ts";

type NamedTable = "department" | "provider";
export type NameWrite = Extract<Write, { readonly table: NamedTable | "counter" }>;

export interface Named<Id> {
  readonly id: Id;
  readonly name: string;
}

/**
 * A table of names, all of it in memory: names are asked for on many requests and changed now and then. What is changed here is written,
 * and shown from when it is durable.
 */
export interface NamedRows<Id> {
  find(id: Id): Named<Id> | undefined;
  /** By id. */
  list(): readonly Named<Id>[];
  /** Makes or renames, each write beside it in the same commit. */
  keep(named: readonly Named<Id>[], beside?: readonly NameWrite[]): Promise<void>;
  remove(id: Id): Promise<void>;
}

const rowsAtOnce = 1_000;

/** Reads every row that is not damaged; `toWrite` says how one is written. */
export async function openNamedRows<Table extends NamedTable>(
  store: Store,
  table: Table,
  toWrite: (id: Key<Table>[0], row: NameRow | null) => NameWrite,
): Promise<NamedRows<Key<Table>[0]>> {
  type Id = Key<Table>[0];
  const names = new Map<Id, string>();
  for (let after: Key<Table> | undefined; ; ) {
    const page = await scanKeys(store, table, { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) });
    for (const { key, row } of page) if (row !== null) names.set(key[0], row.name);
    after = page.at(-1)?.key;
    if (after === undefined || page.length < rowsAtOnce) break;
  }
  return {
    find(id) {
      const name = names.get(id);
      return name === undefined ? undefined : { id, name };
    },
    list: () => [...names].map(([id, name]) => ({ id, name })).sort((left, right) => (left.id < right.id ? -1 : 1)),
    async keep(named, beside = []) {
      if (named.length === 0) return;
      await store.commit({}, () => [...named.map(({ id, name }) => toWrite(id, { name })), ...beside]);
      for (const { id, name } of named) names.set(id, name);
    },
    async remove(id) {
      await store.commit({}, () => [toWrite(id, null)]);
      names.delete(id);
    },
  };
}
