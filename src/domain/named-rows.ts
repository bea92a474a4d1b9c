import { isDeepStrictEqual } from "node:util";
import { keyPages } from "../core/rows/damaged-rows.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Key, NameRow, RowName, RowReader, Store, Write } from "../ports/store.ts";

type NamedTable = "department" | "provider";
export type NameWrite = Extract<Write, { readonly table: NamedTable | "counter" }>;

export interface Named<Id> {
  readonly id: Id;
  readonly name: string;
}

/**
 * A table of names, kept completely in memory, because many requests read names and few change them. A change is written, and is
 * visible when it is durable.
 */
export interface NamedRows<Id> {
  find(id: Id): Named<Id> | undefined;
  /** By id. */
  list(): readonly Named<Id>[];
  /** Creates or renames the given rows, all in one commit. */
  keep(named: readonly Named<Id>[]): Promise<void>;
  /** Stores the writes that `decide` derives from the stored rows, if there are any. `rows` names the rows that it reads. */
  decide(rows: readonly RowName[], decide: (rows: RowReader) => readonly NameWrite[]): Promise<void>;
  remove(id: Id): Promise<void>;
}

const rowsAtOnce = 1_000;

interface NamedRowsParts<Table extends NamedTable> {
  readonly store: Store;
  readonly freshRows: FreshRows;
  readonly table: Table;
  /** Returns the write for one row. */
  toWrite(id: Key<Table>[0], row: NameRow | null): NameWrite;
  /** Called when another process changed the rows. */
  changedElsewhere(): void;
}

/** Reads every row that is not damaged. */
export async function openNamedRows<Table extends NamedTable>(
  parts: NamedRowsParts<Table>,
): Promise<NamedRows<Key<Table>[0]>> {
  type Id = Key<Table>[0];
  const { store, table, toWrite, changedElsewhere } = parts;
  const names = new Map<Id, string>();
  const fresh = parts.freshRows.keep<NamedTable>(table, {
    take([id], row) {
      if (names.get(id) === row?.name) return;
      if (row === undefined) names.delete(id);
      else names.set(id, row.name);
      changedElsewhere();
    },
    takeAll(rows) {
      const stored = new Map(rows.flatMap(({ key, row }) => (row === null ? [] : [[key[0], row.name]])));
      if (isDeepStrictEqual(stored, names)) return;
      names.clear();
      for (const [id, name] of stored) names.set(id, name);
      changedElsewhere();
    },
  });
  const commit: NamedRows<Id>["decide"] = async (rows, decide) => {
    let writes: readonly NameWrite[] = [];
    await store.commit({ rows }, (reader) => {
      writes = decide(reader);
      return writes;
    });
    const own = writes.filter((write): write is Exclude<NameWrite, { table: "counter" }> => write.table === table);
    for (const { key, row } of own) {
      if (row === null) names.delete(key[0]);
      else names.set(key[0], row.name);
    }
    await fresh.changed(own.map(({ key }) => key));
  };
  for await (const page of keyPages(store, table, { limit: rowsAtOnce })) {
    for (const { key, row } of page) if (row !== null) names.set(key[0], row.name);
  }
  return {
    find(id) {
      const name = names.get(id);
      return name === undefined ? undefined : { id, name };
    },
    list: () => [...names].map(([id, name]) => ({ id, name })).sort((left, right) => (left.id < right.id ? -1 : 1)),
    keep: async (named) => {
      if (named.length > 0) await commit([], () => named.map(({ id, name }) => toWrite(id, { name })));
    },
    decide: commit,
    remove: (id) => commit([], () => [toWrite(id, null)]),
  };
}
