import type { Store, Write } from "../../../src/ports/store.ts";

/** A store that counts the rows each table was given. What only notes that somebody was there is not counted. */
export interface CountedStore {
  readonly store: Store;
  /** Rows written up to now; a request that was refused leaves it as it was. */
  readonly rowsWritten: number;
  /** Names of the tables that were written since this was asked last. */
  takeTables(): readonly string[];
}

/** That a session is used is written down every few minutes, whatever became of the request; the archive is filled at its own pace. */
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
