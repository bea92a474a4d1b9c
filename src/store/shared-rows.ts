import type { Peers } from "../ports/peers.ts";
import type { RowNews, WatchedRows } from "../ports/row-news.ts";
import { noRowNews } from "../ports/row-news.ts";
import type { Key, LockedRows, Store, TableName, Write } from "../ports/store.ts";

/** Who watches the rows of which table. */
type Watchers = Map<TableName, WatchedRows<TableName>[]>;

/**
 * The store, and news of the rows that other processes write. A commit that writes rows which are watched tells the others once it is durable,
 * and resolves when they are being told: it takes longer by that, and other commits by nothing.
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
        // What belongs to one table stands under its name.
        watchers.set(table, [...ofTable, watched as WatchedRows<never> as WatchedRows<TableName>]);
        peers.onGap(() => watched.reload());
      },
    },
  };
}

/** The watched ones among the rows that were written, each as JSON: its table and the parts of its key. */
function namesOf(watchers: Watchers, writes: readonly Write[]): string[] {
  const names = new Set<string>();
  for (const { table, key } of writes) {
    const ofTable = watchers.get(table);
    if (ofTable?.some((watched) => isWatched(watched, key))) names.add(JSON.stringify([table, ...key]));
  }
  return [...names];
}

/** All are told; then the first error of one of them is thrown, for the log. */
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
  if (errors.length > 0)
    throw new AggregateError(errors, "A part that keeps rows in memory could not be told of new ones");
}

const isWatched = (watched: WatchedRows<TableName>, key: Key<TableName>): boolean => watched.isWatched?.(key) ?? true;
