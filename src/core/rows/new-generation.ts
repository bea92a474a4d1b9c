import type { Key, LockedRows, Store, TableName, Write } from "../../ports/store.ts";
import { scanKeys, undamaged } from "./damaged-rows.ts";

/** The counter that stays at the cursor from which the present generation counts. 0 until a copy of the store is used. */
export const generationCounter = "feed";

/** No service gives more numbers in a second. */
const perSecondMax = 10_000;
const cursorsPerSecondMax = 1_000_000;
/** The source of a copy may have gone on for a while that nobody knows. */
const leastSeconds = 100;

/** The counters whose numbers other systems know, and the table with the numbers in use, where there is one. */
const counted: Readonly<Record<string, TableName | null>> = {
  agent: null,
  call: null,
  chat: "message",
  client: "clientNumber",
  department: null,
  offlineMessage: "offlineMessage",
};

/**
 * Begins a new generation in a store that was copied or restored: all numbers and cursors go on far behind those that a service may
 * have given since that state. So a number that somebody knows from the lost time belongs to nothing, and a cursor is too old.
 * Durable when it resolves. May be repeated.
 */
export async function beginGeneration(store: Store, lostMs: number): Promise<void> {
  const seconds = leastSeconds + Math.max(0, Math.ceil(lostMs / 1_000));
  const used = new Map<string, number>([[generationCounter, await lastIn(store, "feed")]]);
  for (const [name, table] of Object.entries(counted)) used.set(name, table === null ? 0 : await lastIn(store, table));
  const keys = [...used.keys()].map((name) => ({ table: "counter", key: [name] }) as const);
  await store.commit({ rows: keys }, (rows) =>
    keys.map(({ table, key }): Write => {
      const [name] = key;
      const perSecond = name === generationCounter ? cursorsPerSecondMax : perSecondMax;
      const last = Math.max(used.get(name) ?? 0, lastOf(rows, key)) + seconds * perSecond;
      return { table, key, row: { last } };
    }),
  );
}

const lastOf = (rows: LockedRows, key: Key<"counter">): number => undamaged(() => rows.read("counter", key))?.last ?? 0;

async function lastIn(store: Store, table: TableName): Promise<number> {
  const [last] = await scanKeys(store, table, { reverse: true, limit: 1 });
  return Number(last?.key[0] ?? 0);
}
