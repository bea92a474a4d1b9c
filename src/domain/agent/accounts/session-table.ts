import { noAgentId } from "../../../core/ids.ts";
import { scanKeys } from "../../../core/rows/scan-keys.ts";
import type { Key, SessionRow, Store } from "../../../ports/store.ts";

const rowsAtOnce = 1_000;

/** With a damaged row nobody gets in: it is nobody's, and over. */
const lost: SessionRow = { agentId: noAgentId, createdAtMs: 0 };

/** A session and the hash that finds it. */
export type SessionEntry = readonly [tokenHash: string, row: SessionRow];

/** Every stored session in memory, for one is looked up on every request. What is changed here is written, too. */
export interface SessionTable {
  /** `undefined` also for one whose end is being written. */
  find(tokenHash: string): SessionRow | undefined;
  /** Those that `find` finds, the one that was used longest ago first. */
  entries(): readonly SessionEntry[];
  /** How many these are. */
  count(): number;
  /** The session is used now: it is the last to be ended for want of room. Stored nowhere. */
  use(tokenHash: string, row: SessionRow): void;
  /** Stores the row unless its session has ended meanwhile. */
  keepSeen(tokenHash: string, row: SessionRow): Promise<void>;
  /**
   * Begins some and ends others, durably when it resolves. Nobody gets in with those that end from now on; when it rejects, they go on,
   * and none has begun.
   */
  change(begun: readonly SessionEntry[], ended: readonly string[]): Promise<void>;
}

export async function openSessionTable(store: Store): Promise<SessionTable> {
  const rows = new Map(await storedSessions(store));
  /** Whose row is still there while the commit runs that ends them. */
  const ending = new Set<string>();
  return {
    find: (tokenHash) => (ending.has(tokenHash) ? undefined : rows.get(tokenHash)),
    entries: () => [...rows].filter(([tokenHash]) => !ending.has(tokenHash)),
    count: () => rows.size - ending.size,
    use(tokenHash, row) {
      rows.delete(tokenHash);
      rows.set(tokenHash, row);
    },
    keepSeen: (tokenHash, row) =>
      store.commit({ rows: [{ table: "session", key: [tokenHash] }] }, ({ read }) => {
        const isThere = read("session", [tokenHash]) !== undefined;
        return isThere ? [{ table: "session", key: [tokenHash], row }] : [];
      }),
    async change(begun, ended) {
      // A session is there before it is durable, so that whoever ends all of an agent's meanwhile ends it, too: nobody has its token yet.
      for (const [tokenHash, row] of begun) rows.set(tokenHash, row);
      for (const tokenHash of ended) ending.add(tokenHash);
      try {
        await store.commit({}, () => [
          ...ended.map((tokenHash) => ({ table: "session", key: [tokenHash], row: null }) as const),
          ...begun.map(([tokenHash, row]) => ({ table: "session", key: [tokenHash], row }) as const),
        ]);
        for (const tokenHash of ended) rows.delete(tokenHash);
      } catch (error) {
        for (const [tokenHash] of begun) rows.delete(tokenHash);
        throw error;
      } finally {
        for (const tokenHash of ended) ending.delete(tokenHash);
      }
    },
  };
}

/** The one that was used longest ago first. */
async function storedSessions(store: Store): Promise<readonly SessionEntry[]> {
  const entries: SessionEntry[] = [];
  for (let after: Key<"session"> | undefined; ; ) {
    const range = { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) };
    const page = await scanKeys(store, "session", range);
    entries.push(...page.map(({ key, row }) => [key[0], row ?? lost] as const));
    after = page.at(-1)?.key;
    if (after === undefined || page.length < rowsAtOnce) break;
  }
  return entries.sort(([, left], [, right]) => usedAtMs(left) - usedAtMs(right));
}

const usedAtMs = ({ createdAtMs, lastSeenAtMs }: SessionRow): number => lastSeenAtMs ?? createdAtMs;
