import type { AgentId } from "../../../../machines/ids.ts";
import { rowPages, undamaged, undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { FreshRows } from "../../../core/rows/fresh-rows.ts";
import { namesOf } from "../../../core/rows/names-of.ts";
import type { AccountRow, RowReader, Store, Write } from "../../../ports/store.ts";

export type AccountWrite = Extract<Write, { readonly table: "account" | "counter" }>;

/**
 * The stored accounts and the counter of agents' numbers, all in memory, because many requests read an account. A change is written
 * to the store, and visible when it is durable.
 */
export interface StoredAccounts {
  find(email: string): AccountRow | undefined;
  /** Returns the stored account, whichever process stored it last. Running writes of this process are included. */
  readNext(email: string): Promise<AccountRow | undefined>;
  /** Each account under its key. An account whose agent has a new e-mail still has the key of the old one. */
  all(): ReadonlyMap<string, AccountRow>;
  /** The highest number an account was made for, 0 when there was none. */
  lastAgentId(): number;
  /**
   * Stores the result of `decide`, which is called within the commit. It may read the accounts under these keys and the counter of
   * agents' numbers; no other commit writes them meanwhile.
   */
  commit(keys: readonly string[], decide: (rows: RowReader) => readonly AccountWrite[]): Promise<void>;
}

/** The counter of agents' numbers. No number is given twice. */
const agentCounter = "agent";

/** Addresses are compared without regard to case. */
export const accountKey = (email: string): string => email.trim().toLowerCase();

export const rowOf = (row: AccountRow): AccountWrite => ({ table: "account", key: [accountKey(row.email)], row });
export const forget = (key: string): AccountWrite => ({ table: "account", key: [key], row: null });
export const countTo = (last: AgentId | number): AccountWrite => ({
  table: "counter",
  key: [agentCounter],
  row: { last },
});

/** The last given agent's number, as a commit reads it; 0 where it is lost. */
export const lastCounted = ({ read }: RowReader): number => undamaged(() => read("counter", [agentCounter]))?.last ?? 0;

/** Reads all of them; rejects when one is damaged. `changedElsewhere` is called when another process changed the set of accounts. */
export async function openStoredAccounts(
  store: Store,
  pageRows: number,
  freshRows: FreshRows,
  changedElsewhere: () => void,
): Promise<StoredAccounts> {
  const accounts = new Map<string, AccountRow>();
  for await (const page of rowPages(store, "account", { limit: pageRows }))
    for (const { key, row } of page) accounts.set(key[0], row);
  const counter = await undamagedLater(() => store.read("counter", [agentCounter]));
  // If the counter is lost, the accounts still contain the given numbers.
  let last = counter?.last ?? Math.max(0, ...[...accounts.values()].map(({ agentId }) => agentId));
  /** The rows that running commits write. */
  const next = new Map<string, AccountRow | null>();
  const keep = ({ table, key: [key], row }: AccountWrite): void => {
    if (table === "counter") last = row?.last ?? last;
    else if (row === null) accounts.delete(key);
    else accounts.set(key, row);
  };
  const freshAccounts = freshRows.keep("account", {
    take([key], row) {
      if (row === undefined) accounts.delete(key);
      else accounts.set(key, row);
      changedElsewhere();
    },
    takeAll(rows) {
      accounts.clear();
      for (const { key, row } of rows) if (row !== null) accounts.set(key[0], row);
      changedElsewhere();
    },
  });
  const takeLast = (row: { readonly last: number } | null | undefined): void => {
    last = Math.max(last, row?.last ?? 0);
  };
  const freshCounter = freshRows.keep("counter", {
    isKept: ([name]) => name === agentCounter,
    take: (_, row) => takeLast(row),
    takeAll: (rows) => takeLast(rows.find(({ key }) => key[0] === agentCounter)?.row),
  });
  const findNext = (email: string): AccountRow | undefined => {
    const row = next.get(accountKey(email));
    return row === undefined ? accounts.get(accountKey(email)) : (row ?? undefined);
  };
  return {
    find: (email) => accounts.get(accountKey(email)),
    async readNext(email) {
      const key = accountKey(email);
      if (freshRows.isAlone || next.has(key)) return findNext(email);
      return undamagedLater(() => store.durable.read("account", [key]));
    },
    all: () => accounts,
    lastAgentId: () => last,
    async commit(keys, decide) {
      const read = namesOf(
        "account",
        keys.map((key) => [key]),
      );
      const rows = [...read, { table: "counter", key: [agentCounter] } as const];
      let writes: readonly AccountWrite[] = [];
      try {
        await store.commit({ rows }, (reader) => {
          writes = decide(reader);
          for (const { table, key, row } of writes) if (table === "account") next.set(key[0], row);
          return writes;
        });
        writes.forEach(keep);
        await freshAccounts.changed(writes.flatMap(({ table, key }) => (table === "account" ? [key] : [])));
        if (writes.some(({ table }) => table === "counter")) await freshCounter.changed([[agentCounter]]);
      } finally {
        for (const { table, key, row } of writes)
          if (table === "account" && next.get(key[0]) === row) next.delete(key[0]);
      }
    },
  };
}
