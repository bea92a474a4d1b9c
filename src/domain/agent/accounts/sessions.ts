import type { AgentId } from "../../../../machines/ids.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import { noAgentId } from "../../../core/ids.ts";
import { scanKeys } from "../../../core/rows/scan-keys.ts";
import { undamaged } from "../../../core/rows/undamaged.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Key, ScanEntry, SessionRow, Store, Write } from "../../../ports/store.ts";
import type { AgentSession, LoginPlace, SessionChoice } from "./session-facts.ts";
import { sessionIdOf, toAgentSession, toPlaceRow } from "./session-facts.ts";
import { hashOfToken, newToken } from "./token.ts";

/** How long a login lasts. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000;
const sweepEveryMs = 24 * 3_600_000;
const rowsAtOnce = 1_000;
/** That a session is used is written no more often. */
const seenEveryMs = 5 * 60_000;

/** Logins that last: the store knows the hash of a token, only its holder knows the token. */
export interface Sessions {
  /** A new token; stored when this resolves. */
  open(agentId: AgentId, place?: LoginPlace): Promise<string>;
  /** Whose token it is, if it is one and not too old. Does not block on more than one cached read. One whose row is damaged is none. */
  find(token: string): AgentId | undefined;
  /** By which name the session of the token is shown. */
  idOf(token: string): string;
  /** The agent's live sessions, in no order. */
  list(agentId: AgentId): Promise<readonly AgentSession[]>;
  /** Ends the session; nobody gets in with its token from now on, also after a restart once this resolves. */
  close(token: string): Promise<AgentId | undefined>;
  /** The same for every session of the agent that was opened before and is chosen, all of them when nothing chooses. */
  closeAll(agentId: AgentId, isChosen?: SessionChoice): Promise<void>;
}

/** `inMemoryMax` bounds the sessions known without a read of the store. */
export function createSessions(store: Store, clock: Clock, inMemoryMax: number): Sessions {
  /** A session that was closed stays here as `"closed"`, because its row is still there while the commit runs. */
  const known = createLastUsed<string, SessionRow | "closed">(inMemoryMax);
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const rowOf = (tokenHash: string): SessionRow | undefined => {
    const row = known.get(tokenHash) ?? undamaged(() => store.read("session", [tokenHash]));
    if (row === undefined || row === "closed") return undefined;
    if (isExpired(row)) return undefined;
    known.set(tokenHash, row);
    return row;
  };
  const isExpired = (row: SessionRow): boolean => clock.nowMs() - row.createdAtMs >= sessionLifetimeMs;
  const expired = async (): Promise<readonly Write[]> => {
    if (clock.nowMs() - sweptAtMs < sweepEveryMs) return [];
    sweptAtMs = clock.nowMs();
    const rows = await readPage(store, known);
    return rows.filter(({ row }) => isExpired(row)).map(({ key }) => ({ table: "session", key, row: null }));
  };
  /** Nobody waits for it: what a crash or a full disk takes is told again by a request some minutes later. */
  const noteSeen = (tokenHash: string, row: SessionRow): void => {
    const nowMs = clock.nowMs();
    if (nowMs - (row.lastSeenAtMs ?? row.createdAtMs) < seenEveryMs) return;
    const seen = { ...row, lastSeenAtMs: nowMs };
    known.set(tokenHash, seen);
    const written = store.commit([], (rows) => {
      const isThere = rows.read("session", [tokenHash]) !== undefined;
      return isThere ? [{ table: "session", key: [tokenHash], row: seen }] : [];
    });
    written.catch(() => undefined);
  };
  const closeRows = async (tokenHashes: readonly string[]): Promise<void> => {
    for (const tokenHash of tokenHashes) known.set(tokenHash, "closed");
    try {
      await store.commit([], () => tokenHashes.map((tokenHash) => ({ table: "session", key: [tokenHash], row: null })));
    } catch (error) {
      for (const tokenHash of tokenHashes) known.delete(tokenHash);
      throw error;
    }
  };
  return {
    async open(agentId, place) {
      const token = newToken();
      const row: SessionRow = { agentId, createdAtMs: clock.nowMs(), ...toPlaceRow(place) };
      const swept = await expired();
      await store.commit([], () => [...swept, { table: "session", key: [hashOfToken(token)], row }]);
      known.set(hashOfToken(token), row);
      return token;
    },
    find(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row !== undefined) noteSeen(tokenHash, row);
      return row?.agentId;
    },
    idOf: (token) => sessionIdOf(hashOfToken(token)),
    async list(agentId) {
      const sessions: AgentSession[] = [];
      for await (const page of pagesOf(store, known)) {
        for (const { key, row } of page) {
          if (row.agentId === agentId && !isExpired(row)) sessions.push(toAgentSession(key[0], row));
        }
      }
      return sessions;
    },
    async close(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row === undefined) return undefined;
      await closeRows([tokenHash]);
      return row.agentId;
    },
    async closeAll(agentId, isChosen = () => true) {
      for await (const page of pagesOf(store, known)) {
        const own = page.filter(({ row }) => row.agentId === agentId).map(({ key }) => key[0]);
        await closeRows(own.filter((tokenHash) => isChosen(sessionIdOf(tokenHash))));
      }
    },
  };
}

type Known = Pick<Map<string, SessionRow | "closed">, "get">;

async function* pagesOf(store: Store, known: Known): AsyncGenerator<readonly ScanEntry<"session">[]> {
  for (let after: Key<"session"> | undefined; ; ) {
    const page = await readPage(store, known, after);
    yield page;
    after = page.at(-1)?.key;
    if (after === undefined || page.length < rowsAtOnce) return;
  }
}

/** For a damaged row, what was known of its session before; with any other nobody gets in: it is nobody's, and over. */
async function readPage(store: Store, known: Known, after?: Key<"session">): Promise<readonly ScanEntry<"session">[]> {
  const page = await scanKeys(store, "session", { limit: rowsAtOnce, ...(after === undefined ? {} : { after }) });
  const lost: SessionRow = { agentId: noAgentId, createdAtMs: 0 };
  return page.map(({ key, row }) => {
    const seen = row ?? known.get(key[0]);
    return { key, row: seen === undefined || seen === "closed" ? lost : seen };
  });
}
