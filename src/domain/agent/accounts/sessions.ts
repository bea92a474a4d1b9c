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
/** One login ends at most this many old or surplus sessions. */
const endedAtOnce = 1_000;
/** The use of a session is written at most this often. */
const seenEveryMs = 5 * 60_000;

/** Lasting logins. The store has only the hash of a token. */
export interface Sessions {
  /** Resolves with a new token when it is stored. If there are too many sessions, the one used longest ago ends. */
  open(agentId: AgentId, place?: LoginPlace): Promise<string>;
  /**
   * Returns the agent of a valid token that is not too old. Does not block. A session whose row was damaged at the start is not
   * valid.
   */
  find(token: string): AgentId | undefined;
  /** The id under which the session of the token is shown. */
  idOf(token: string): string;
  /** The agent's live sessions, in no order. Does not block. */
  list(agentId: AgentId): readonly AgentSession[];
  /** Ends the session. Its token is refused from now on; after this resolves, also after a restart. */
  close(token: string): Promise<AgentId | undefined>;
  /** The same for every earlier session of the agent that `isChosen` accepts. Absent: all of them. */
  closeAll(agentId: AgentId, isChosen?: SessionChoice): Promise<void>;
  /** The listener receives sessions of an agent that another process ended. That process waits for its promise. */
  onEndedElsewhere(listener: (agentId: AgentId, isChosen: SessionChoice) => Promise<void>): void;
}

/** Reads every stored session. Call it once in a process: two results would not know each other's sessions. */
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
    // If there are more, the next login continues.
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
      // A session that another process stored before also ends, even if the message about it has not arrived yet.
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

/** The sessions that must end, besides the `swept` ones, to make room for one more. */
function longestUnused(table: SessionTable, swept: readonly string[], sessionsMax: number): readonly string[] {
  const tooMany = table.count() - swept.length + 1 - sessionsMax;
  if (tooMany <= 0) return [];
  const gone = new Set(swept);
  const others = table.entries().filter(([tokenHash]) => !gone.has(tokenHash));
  return others.slice(0, Math.min(tooMany, endedAtOnce)).map(([tokenHash]) => tokenHash);
}

/** No request waits for this write. If a crash or a full disk loses it, a request some minutes later writes it again. */
function noteUse(table: SessionTable, tokenHash: string, row: SessionRow, nowMs: number): void {
  const isSeen = nowMs - (row.lastSeenAtMs ?? row.createdAtMs) < seenEveryMs;
  const seen = isSeen ? row : { ...row, lastSeenAtMs: nowMs };
  table.use(tokenHash, seen);
  if (!isSeen) table.keepSeen(tokenHash, seen).catch(() => undefined);
}
