import type { ScanEntry, ScanRange, Store, TableName } from "../../src/ports/store.ts";

/**
 * A slow store: commits become durable and scans return some turns of the event loop later. The given delays are used in turn,
 * again and again. The order of commits stays.
 */
export function createSlowStore(store: Store, delays: readonly number[]): Store {
  let next = 0;
  const delay = async (): Promise<void> => {
    const turns = delays[next % delays.length] ?? 0;
    next += 1;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  let lastCommit: Promise<unknown> = Promise.resolve();
  return {
    read: (table, key) => store.read(table, key),
    durable: store.durable,
    close: () => store.close(),
    commit(needs, apply) {
      const earlier = lastCommit;
      const committed = store.commit(needs, apply);
      const durable = (async () => {
        await earlier;
        await committed;
        await delay();
      })();
      lastCommit = durable.catch(() => undefined);
      return durable;
    },
    async scan<Table extends TableName>(table: Table, range: ScanRange<Table>): Promise<readonly ScanEntry<Table>[]> {
      await delay();
      const rows = await store.scan(table, range);
      await delay();
      return rows;
    },
  };
}
