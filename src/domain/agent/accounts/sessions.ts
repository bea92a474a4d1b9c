import { createHash, randomBytes } from "node:crypto";
import type { AgentId } from "../../../../machines/ids.ts";
import type { DeclaredKey } from "../../../config/config.types.ts";
import { noAgentId } from "../../../core/ids.ts";
import { createHeardNews } from "../../../core/peers/heard-news.ts";
import type { KeyedRow } from "../../../core/rows/damaged-rows.ts";
import { keyPages } from "../../../core/rows/damaged-rows.ts";
import type { FreshRows } from "../../../core/rows/fresh-rows.ts";
import { ownRows } from "../../../core/rows/fresh-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Peers } from "../../../ports/peers.ts";
import type { SessionRow, Store } from "../../../ports/store.ts";
import type { ApiKeys } from "./api-keys.ts";
import { apiKeyPrefix, isApiKey, isKeyExpired, toApiKey } from "./api-keys.ts";
import type { AgentSession, LoginPlace, SessionChoice } from "./session-facts.ts";
import { sessionIdOf, toAgentSession, toPlaceRow } from "./session-facts.ts";

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
  /** The agent's live sessions without its API keys, in no order. Does not block. */
  list(agentId: AgentId): readonly AgentSession[];
  /** Ends the session. Its token is refused from now on; after this resolves, also after a restart. */
  close(token: string): Promise<AgentId | undefined>;
  /** The same for every earlier session of the agent, or for its API keys. `isChosen` may choose some of them. */
  closeAll(agentId: AgentId, isChosen?: SessionChoice, what?: "sessions" | "keys"): Promise<void>;
  readonly apiKeys: ApiKeys;
  /** The listener receives sessions of an agent that another process or the config file ended, which waits for its promise. */
  onEndedElsewhere(listener: (agentId: AgentId, isChosen: SessionChoice) => Promise<void>): void;
}

/** Reads every stored session. Call it once in a process: two results would not know each other's sessions. */
export async function createSessions(
  store: Store,
  clock: Clock,
  sessionsMax: number,
  /** Without `peers`, no other process writes. */
  { freshRows, peers }: { readonly freshRows: FreshRows; readonly peers?: Peers } = { freshRows: ownRows },
): Promise<Sessions> {
  const table = await openSessionTable(store, clock, freshRows, peers);
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const declared = new Map<string, SessionRow>();
  const isExpired = ({ createdAtMs, apiKey }: SessionRow): boolean =>
    apiKey === undefined ? clock.nowMs() - createdAtMs >= sessionLifetimeMs : isKeyExpired(apiKey, clock.nowMs());
  const rowOf = (tokenHash: string): SessionRow | undefined => {
    const row = declared.get(tokenHash) ?? table.find(tokenHash);
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
    apiKeys: createApiKeys({ table, declared, clock, rowOf, isExpired }),
    async open(agentId, place) {
      const token = newSessionToken();
      const row: SessionRow = { agentId, createdAtMs: clock.nowMs(), ...toPlaceRow(place) };
      const swept = expired();
      const ended = [...swept, ...longestUnused(table, swept, sessionsMax)];
      await table.change([[hashOfToken(token), row]], ended);
      return token;
    },
    find(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row !== undefined && declared.has(tokenHash))
        declared.set(tokenHash, { ...row, lastSeenAtMs: clock.nowMs() });
      else if (row !== undefined) noteUse(table, tokenHash, row, clock.nowMs());
      return row?.agentId;
    },
    idOf: (token) => sessionIdOf(hashOfToken(token)),
    list: (agentId) =>
      table
        .entries()
        .filter(([, row]) => row.agentId === agentId && row.apiKey === undefined && !isExpired(row))
        .map(([tokenHash, row]) => toAgentSession(tokenHash, row)),
    async close(token) {
      const tokenHash = hashOfToken(token);
      const row = rowOf(tokenHash);
      if (row === undefined) return undefined;
      await table.change([], [tokenHash]);
      return row.agentId;
    },
    async closeAll(agentId, isChosen = () => true, what = "sessions") {
      // A session that another process stored before also ends, even if the message about it has not arrived yet.
      await table.catchUp();
      const isWanted = ({ apiKey }: SessionRow): boolean => (apiKey === undefined) === (what === "sessions");
      const own = table.entries().filter(([, row]) => row.agentId === agentId && isWanted(row));
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

function createApiKeys(parts: {
  readonly table: SessionTable;
  readonly declared: Map<string, SessionRow>;
  readonly clock: Clock;
  readonly rowOf: (tokenHash: string) => SessionRow | undefined;
  readonly isExpired: (row: SessionRow) => boolean;
}): ApiKeys {
  const { table, declared, clock, rowOf, isExpired } = parts;
  return {
    find: (token) => rowOf(hashOfToken(token))?.apiKey,
    list: () =>
      [...table.entries().filter(([tokenHash]) => !declared.has(tokenHash)), ...declared]
        .filter(([, row]) => !isExpired(row))
        .flatMap(([tokenHash, row]) =>
          row.apiKey === undefined ? [] : [toApiKey(sessionIdOf(tokenHash), row, row.apiKey, declared.has(tokenHash))],
        ),
    async create(agentId, apiKey) {
      const token = `${apiKeyPrefix}${newToken()}`;
      const tokenHash = hashOfToken(token);
      const row = { agentId, createdAtMs: clock.nowMs(), apiKey };
      await table.change([[tokenHash, row]], []);
      return { token, apiKey: toApiKey(sessionIdOf(tokenHash), row, apiKey, false) };
    },
    async declare(keys) {
      const before = [...declared];
      const rows = keys.map((key) => declaredRow(key, declared, clock.nowMs()));
      declared.clear();
      for (const [tokenHash, row] of rows) declared.set(tokenHash, row);
      await table.tellEnded(before.filter(([tokenHash, row]) => rightsOf(declared.get(tokenHash)) !== rightsOf(row)));
    },
  };
}

/** A key of the config file keeps its times as long as the process lives. */
const declaredRow = (
  { token, agentId, facts }: DeclaredKey,
  before: ReadonlyMap<string, SessionRow>,
  nowMs: number,
): SessionEntry => {
  const tokenHash = hashOfToken(token);
  return [tokenHash, { createdAtMs: nowMs, ...before.get(tokenHash), agentId, apiKey: facts }];
};

/** What a socket of the key was admitted with. */
const rightsOf = (row: SessionRow | undefined): string => JSON.stringify([row?.agentId, row?.apiKey]);

/** The sessions that must end, besides the `swept` ones, to make room for one more. API keys take no room. */
function longestUnused(table: SessionTable, swept: readonly string[], sessionsMax: number): readonly string[] {
  if (table.count() - swept.length < sessionsMax) return [];
  const gone = new Set(swept);
  const others = table.entries().filter(([tokenHash, { apiKey }]) => apiKey === undefined && !gone.has(tokenHash));
  const tooMany = Math.max(0, others.length + 1 - sessionsMax);
  return others.slice(0, Math.min(tooMany, endedAtOnce)).map(([tokenHash]) => tokenHash);
}

/** No request waits for this write. If a crash or a full disk loses it, a request some minutes later writes it again. */
function noteUse(table: SessionTable, tokenHash: string, row: SessionRow, nowMs: number): void {
  const isSeen = nowMs - (row.lastSeenAtMs ?? row.createdAtMs) < seenEveryMs;
  const seen = isSeen ? row : { ...row, lastSeenAtMs: nowMs };
  table.use(tokenHash, seen);
  if (!isSeen) table.keepSeen(tokenHash, seen).catch(() => undefined);
}

const rowsAtOnce = 1_000;

/** Replaces a damaged row. It belongs to no agent and has expired, so nobody can use it. */
const lost: SessionRow = { agentId: noAgentId, createdAtMs: 0 };

/** A session and the hash of its token. */
type SessionEntry = readonly [tokenHash: string, row: SessionRow];

/** Every stored session in memory, because each request looks one up. Changes are also written to the store. */
interface SessionTable {
  /** `undefined` also for a session whose end is being written. */
  find(tokenHash: string): SessionRow | undefined;
  /** The sessions that `find` finds, the one used longest ago first. */
  entries(): readonly SessionEntry[];
  /** The number of these entries. */
  count(): number;
  /** Notes in memory that the session is used now: it will be the last one to end when there are too many. */
  use(tokenHash: string, row: SessionRow): void;
  /** Stores the row unless its session has ended meanwhile. */
  keepSeen(tokenHash: string, row: SessionRow): Promise<void>;
  /**
   * Begins some sessions and ends others. Ended sessions are refused from now on. Resolves when the change is durable and other
   * processes know it. When it rejects, no session has begun or ended.
   */
  change(begun: readonly SessionEntry[], ended: readonly string[]): Promise<void>;
  /** Resolves when the table has every session that any process stored before. */
  catchUp(): Promise<void>;
  /** The listener receives sessions that another process ended. The process that ended them waits for its promise. */
  onEndedElsewhere(listener: EndedListener): void;
  /** Tells the same listeners of entries that are not in the table. */
  tellEnded(ended: readonly SessionEntry[]): Promise<void>;
}

type EndedListener = (ended: readonly SessionEntry[]) => Promise<void>;

/** The maximum number of hashes in one message to the other processes. */
const announcedAtOnce = 100;

async function openSessionTable(
  store: Store,
  clock: Clock,
  freshRows: FreshRows,
  peers: Peers | undefined,
): Promise<SessionTable> {
  const rows = new Map<string, SessionRow>();
  /** Sessions whose row still exists while the commit that ends them runs. */
  const ending = new Set<string>();
  /** Sessions that this process is storing now. */
  const beginning = new Set<string>();
  const listeners: EndedListener[] = [];
  const tellEnded = async (ended: readonly SessionEntry[]): Promise<void> => {
    if (ended.length > 0) await Promise.all(listeners.map((listener) => listener(ended)));
  };
  const take = (tokenHash: string, row: SessionRow | undefined): readonly SessionEntry[] => {
    const before = rows.get(tokenHash);
    if (row === undefined) rows.delete(tokenHash);
    else if (before === undefined || usedAtMs(row) > usedAtMs(before)) {
      // The session used last is at the end.
      rows.delete(tokenHash);
      rows.set(tokenHash, row);
    }
    return row === undefined && before !== undefined ? [[tokenHash, before]] : [];
  };
  const fresh = freshRows.keep("session", {
    take: ([tokenHash], row) => (beginning.has(tokenHash) ? undefined : tellEnded(take(tokenHash, row))),
    takeAll(stored) {
      const known = new Set(stored.map(({ key }) => key[0]));
      const gone = [...rows.keys()].filter((tokenHash) => !known.has(tokenHash) && !beginning.has(tokenHash));
      const ended = gone.flatMap((tokenHash) => take(tokenHash, undefined));
      for (const [tokenHash, row] of toEntries(stored)) take(tokenHash, row);
      return tellEnded(ended);
    },
  });
  const tell = createTell(clock, peers, (hashes) => fresh.changed(hashes.map((tokenHash) => [tokenHash])));
  for (const [tokenHash, row] of await storedSessions(store)) rows.set(tokenHash, row);
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
      // A session is in the table before it is durable, so that an end of all sessions of the agent includes it. Nobody has its
      // token yet.
      for (const [tokenHash, row] of begun) {
        beginning.add(tokenHash);
        rows.set(tokenHash, row);
      }
      for (const tokenHash of ended) ending.add(tokenHash);
      const hashes = [...begun.map(([tokenHash]) => tokenHash), ...ended];
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
        for (const [tokenHash] of begun) beginning.delete(tokenHash);
        // A read that began before the commit may put an ended session back. It stays refused until it is read again.
        await fresh.changed(hashes.map((tokenHash) => [tokenHash]));
        for (const tokenHash of ended) ending.delete(tokenHash);
      }
      await tell(hashes);
    },
    catchUp: () => fresh.catchUp(),
    onEndedElsewhere: (listener) => void listeners.push(listener),
    tellEnded,
  };
}

/** Makes every other process read the sessions again, and waits for them. */
function createTell(clock: Clock, peers: Peers | undefined, read: (hashes: readonly string[]) => Promise<void>) {
  const take = (news: string): Promise<void> => read(JSON.parse(news));
  const news = peers && createHeardNews({ peers, clock, topic: "sessions", take });
  return async (hashes: readonly string[]): Promise<void> => {
    if (news === undefined) return;
    const parts = Array.from({ length: Math.ceil(hashes.length / announcedAtOnce) }, (_, index) =>
      hashes.slice(index * announcedAtOnce, (index + 1) * announcedAtOnce),
    );
    await Promise.all(parts.map((part) => news.tell(JSON.stringify(part))));
  };
}

const toEntries = (page: readonly KeyedRow<"session">[]): readonly SessionEntry[] =>
  page.map(({ key, row }) => [key[0], row ?? lost] as const);

/** Returns the session used longest ago first. */
async function storedSessions(store: Store): Promise<readonly SessionEntry[]> {
  const entries: SessionEntry[] = [];
  for await (const page of keyPages(store, "session", { limit: rowsAtOnce })) {
    entries.push(...toEntries(page));
  }
  return entries.sort(([, left], [, right]) => usedAtMs(left) - usedAtMs(right));
}

const usedAtMs = ({ createdAtMs, lastSeenAtMs }: SessionRow): number => lastSeenAtMs ?? createdAtMs;

const tokenBytes = 32;

/** A token that identifies a browser or session: 256 random bits. */
export const newToken = (): string => randomBytes(tokenBytes).toString("base64url");

/** The prefix says that a token is a key, so the token of a login must not have it by chance. */
function newSessionToken(): string {
  const token = newToken();
  return isApiKey(token) ? newSessionToken() : token;
}

/** The stored form of a token. The token is random, so a plain hash cannot be reversed. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
