import type { Store, Write } from "../../../../src/ports/store.ts";

/**
 * A store that counts the rows that were written to each table. Rows that only record the use of a session, and similar ones, are
 * not counted.
 */
export interface CountedStore {
  readonly store: Store;
  /** Rows written up to now. A refused request must not change this number. */
  readonly rowsWritten: number;
  /** Returns the names of the tables that were written since the last call. */
  takeTables(): readonly string[];
}

/** The use of a session is written every few minutes, whatever the result of the request is. The archive is filled at its own pace. */
const noted = new Set<string>(["session", "archiveQueue", "fact"]);

export function countRows(store: Store): CountedStore {
  let rowsWritten = 0;
  let tables = new Set<string>();
  return {
    store: {
      ...store,
      async commit(needs, apply) {
        let changes: readonly Write[] = [];
        await store.commit(needs, (read) => {
          changes = apply(read);
          return changes;
        });
        for (const { table } of changes) {
          if (noted.has(table)) continue;
          rowsWritten += 1;
          tables.add(table);
        }
      },
    },
    get rowsWritten() {
      return rowsWritten;
    },
    takeTables() {
      const taken = [...tables];
      tables = new Set();
      return taken;
    },
  };
}
