import type { Key, Store, TableName } from "../../src/ports/store.ts";
import { createMemoryStore } from "./memory-store/memory-store.ts";

export interface HeldRow {
  /** Resolves when a reader waits for the row. */
  readonly asked: Promise<void>;
  /** All waiting readers get the row as it is now. Later readers do not wait. */
  letGo(): void;
  /** All waiting readers get this error. Later readers do not wait. */
  fail(error: Error): void;
}

export interface HeldRows {
  readonly store: Store;
  /** From now on, each read of this row outside a commit waits until the test releases it. */
  hold<Table extends TableName>(table: Table, key: Key<Table>): HeldRow;
}

/** A memory store in which some reads outside a commit wait for the test. */
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
