import type { AgentId } from "../../../../machines/ids.ts";
import { ownRows } from "../../../core/rows/fresh-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { SessionRow, Store } from "../../../ports/store.ts";
import type { AgentSession, LoginPlace, SessionChoice } from "./session-facts.ts";
import { sessionIdOf, toAgentSession, toPlaceRow } from "./session-facts.ts";
import type { SessionTable, SessionTableParts } from "./session-table.ts";
import { openSessionTable } from "./session-table.ts";
import { hashOfToken, newToken } from "./token.ts";

/** How long a login lasts. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000;
const sweepEveryMs = 24 * 3_600_000;
/** Ended by one login for their age, or for want of room. */
const endedAtOnce = 1_000;
/** That a session is used is written no more often. */
const seenEveryMs = 5 * 60_000;

/** Logins that last: the store knows the hash of a token, only its holder knows the token. */
export interface Sessions {
  /** A new token; stored when this resolves. Where there are too many sessions, the one that was used longest ago ends with it. */
  open(agentId: AgentId, place?: LoginPlace): Promise<string>;
  /** Whose token it is, if it is one and not too old. Does not block. One whose row is damaged at the start is none. */
  find(token: string): AgentId | undefined;
  /** By which name the session of the token is shown. */
  idOf(token: string): string;
  /** The agent's live sessions, in no order. Does not block. */
  list(agentId: AgentId): readonly AgentSession[];
  /** Ends the session; nobody gets in with its token from now on, also after a restart once this resolves. */
  close(token: string): Promise<AgentId | undefined>;
  /** The same for every session of the agent that was opened before and is chosen, all of them when nothing chooses. */
  closeAll(agentId: AgentId, isChosen?: SessionChoice): Promise<void>;
  /** Called with sessions of an agent that another process ended; who ended them waits for it. */
  onEndedElsewhere(listener: (agentId: AgentId, isChosen: SessionChoice) => Promise<void>): void;
}

/** Reads every stored session; not to be shared by two parts of a process, for each would know its own alone. */
export async function createSessions(
  store: Store,
  clock: Clock,
  sessionsMax: number,
  others: Omit<SessionTableParts, "store" | "clock"> = { freshRows: ownRows },
): Promise<Sessions> {
  const table = await openSessionTable({ store, clock, ...others });
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const isExpired = (row: SessionRow): boolean => clock.nowMs() - row.createdAtMs >= sessionLifetimeMs;
  const rowOf = (tokenHash: string): SessionRow | undefined => {
    const row = table.find(tokenHash);
    return row === undefined || isExpired(row) ? undefined : row;
  };
  const expired = (): readonly string[] => {
    if (clock.nowMs() - sweptAtMs < sweepEveryMs) return [];
    const all = table.entries().filter(([, row]) => isExpired(row));
    // With more of them the next login goes on.
    if (all.length <= endedAtOnce) sweptAtMs = clock.nowMs();
    return all.slice(0, endedAtOnce).map(([tokenHash]) => tokenHash);
  };
  return {
    async open(agentId, place) {
      const token = newToken();
      const row: SessionRow = { agentId, createdAtMs: clock.nowMs(), ...toPlaceRow(place) };
      const swept = expired();
      const ended = [...swept, ...longestUnused(table, swept, sessionsMax)];
      await table.change([[hashOfToken(token), row]], ended);
      return token;
    },
    find(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row !== undefined) noteUse(table, tokenHash, row, clock.nowMs());
      return row?.agentId;
    },
    idOf: (token) => sessionIdOf(hashOfToken(token)),
    list: (agentId) =>
      table
        .entries()
        .filter(([, row]) => row.agentId === agentId && !isExpired(row))
        .map(([tokenHash, row]) => toAgentSession(tokenHash, row)),
    async close(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row === undefined) return undefined;
      await table.change([], [tokenHash]);
      return row.agentId;
    },
    async closeAll(agentId, isChosen = () => true) {
      // One that another process stored before, and of which the news is on its way, ends with the others.
      await table.catchUp();
      const own = table.entries().filter(([, row]) => row.agentId === agentId);
      const ended = own.map(([tokenHash]) => tokenHash).filter((tokenHash) => isChosen(sessionIdOf(tokenHash)));
      if (ended.length > 0) await table.change([], ended);
    },
    onEndedElsewhere: (listener) =>
      table.onEndedElsewhere(async (ended) => {
        for (const agentId of new Set(ended.map(([, row]) => row.agentId))) {
          const own = ended.filter(([, row]) => row.agentId === agentId);
          const ids = new Set(own.map(([tokenHash]) => sessionIdOf(tokenHash)));
          await listener(agentId, (id) => ids.has(id));
        }
      }),
  };
}

/** Those that end, beside the `swept`, so that one more has room. */
function longestUnused(table: SessionTable, swept: readonly string[], sessionsMax: number): readonly string[] {
  const tooMany = table.count() - swept.length + 1 - sessionsMax;
  if (tooMany <= 0) return [];
  const gone = new Set(swept);
  const others = table.entries().filter(([tokenHash]) => !gone.has(tokenHash));
  return others.slice(0, Math.min(tooMany, endedAtOnce)).map(([tokenHash]) => tokenHash);
}

/** Nobody waits for it to be written: what a crash or a full disk takes is told again by a request some minutes later. */
function noteUse(table: SessionTable, tokenHash: string, row: SessionRow, nowMs: number): void {
  const isSeen = nowMs - (row.lastSeenAtMs ?? row.createdAtMs) < seenEveryMs;
  const seen = isSeen ? row : { ...row, lastSeenAtMs: nowMs };
  table.use(tokenHash, seen);
  if (!isSeen) table.keepSeen(tokenHash, seen).catch(() => undefined);
}
