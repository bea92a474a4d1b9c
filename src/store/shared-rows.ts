import type { Peers } from "../ports/peers.ts";
import type { RowNews, WatchedRows } from "../ports/row-news.ts";
import { noRowNews } from "../ports/row-news.ts";
import type { Key, LockedRows, Store, TableName, Write } from "../ports/store.ts";

/** The watchers of each table. */
type Watchers = Map<TableName, WatchedRows<TableName>[]>;

/**
 * Returns the store, and notifications of rows that other processes write. A durable commit of watched rows notifies the other
 * processes, and resolves when the notification is sent. Only commits of watched rows wait for this.
 */
export function shareRows(store: Store, peers: Peers): { readonly store: Store; readonly news: RowNews } {
  if (peers.isAlone) return { store, news: noRowNews };
  const watchers: Watchers = new Map();
  peers.hear("rows", (text) => tellWatchers(watchers, text));
  return {
    store: {
      commit(needs, apply) {
        let names: string[] = [];
        const applyAndNote = (rows: LockedRows): readonly Write[] => {
          const writes = apply(rows);
          names = namesOf(watchers, writes);
          return writes;
        };
        const tell = (): Promise<void> | undefined =>
          names.length === 0 ? undefined : peers.tell("rows", `[${names.join(",")}]`);
        return store.commit(needs, applyAndNote).then(tell);
      },
      read: (table, key) => store.read(table, key),
      durable: store.durable,
      scan: (table, range) => store.scan(table, range),
      close: () => store.close(),
    },
    news: {
      watch(table, watched) {
        const ofTable = watchers.get(table) ?? [];
        // The entry of a table has only watchers of this table.
        watchers.set(table, [...ofTable, watched as WatchedRows<never> as WatchedRows<TableName>]);
        peers.onGap(() => watched.reload());
      },
    },
  };
}

/** Returns the written rows that are watched, each as JSON of its table and the parts of its key. */
function namesOf(watchers: Watchers, writes: readonly Write[]): string[] {
  const names = new Set<string>();
  for (const { table, key } of writes) {
    const ofTable = watchers.get(table);
    if (ofTable?.some((watched) => isWatched(watched, key))) names.add(JSON.stringify([table, ...key]));
  }
  return [...names];
}

/** Notifies all watchers. Then it throws their errors together, for the log. */
function tellWatchers(watchers: Watchers, text: string): void {
  const errors: unknown[] = [];
  const names: readonly (readonly [table: TableName, ...key: unknown[]])[] = JSON.parse(text);
  for (const [table, ...parts] of names) {
    const key = parts as readonly unknown[] as Key<TableName>;
    for (const watched of watchers.get(table) ?? []) {
      try {
        if (isWatched(watched, key)) watched.changed(key);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "A cache of rows could not be notified of changed rows");
}

const isWatched = (watched: WatchedRows<TableName>, key: Key<TableName>): boolean => watched.isWatched?.(key) ?? true;
