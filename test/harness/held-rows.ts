import type { Key, Store, TableName } from "../../src/ports/store.ts";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";

export interface HeldRow {
  /** Resolves when somebody waits for the row. */
  readonly asked: Promise<void>;
  /** Whoever waits for the row gets it as it is now, and so does everybody after that. */
  letGo(): void;
  /** Whoever waits for the row is told that it cannot be read; nobody after that. */
  fail(error: Error): void;
}

export interface HeldRows {
  readonly store: Store;
  /** From now on who reads this row outside a commit waits until the test lets it go. */
  hold<Table extends TableName>(table: Table, key: Key<Table>): HeldRow;
}

/** The memory store, of which some rows come late to whoever reads them outside a commit. */
export function createHeldRows(): HeldRows {
  const inner = createMemoryStore();
  const held = new Map<string, { readonly gate: Promise<void>; readonly noteAsked: () => void }>();
  const nameOf = (table: TableName, key: Key<TableName>): string => JSON.stringify([table, ...key]);
  const readOf =
    (rows: Pick<Store, "read">): Store["read"] =>
    (table, key) => {
      const row = held.get(nameOf(table, key));
      if (row === undefined) return rows.read(table, key);
      row.noteAsked();
      return row.gate.then(() => rows.read(table, key));
    };
  return {
    store: { ...inner, read: readOf(inner), durable: { ...inner.durable, read: readOf(inner.durable) } },
    hold(table, key) {
      const name = nameOf(table, key);
      let noteAsked = (): void => undefined;
      let open = (): void => undefined;
      let refuse = (_: Error): void => undefined;
      const asked = new Promise<void>((resolve) => {
        noteAsked = resolve;
      });
      const gate = new Promise<void>((resolve, reject) => {
        open = resolve;
        refuse = reject;
      });
      held.set(name, { gate, noteAsked });
      return {
        asked,
        letGo() {
          held.delete(name);
          open();
        },
        fail(error) {
          held.delete(name);
          refuse(error);
        },
      };
    },
  };
}
