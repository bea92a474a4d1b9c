import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { undamaged } from "../../../core/rows/damaged-rows.ts";
import type { AccountRow, RowReader } from "../../../ports/store.ts";
import type { MadePassword } from "./one-time-password.ts";
import { createOneTimePassword } from "./one-time-password.ts";
import type { Passwords } from "./passwords.ts";
import { overloaded } from "./passwords.ts";
import type { SessionChoice } from "./session-facts.ts";
import type { Sessions } from "./sessions.ts";
import type { AccountWrite, StoredAccounts } from "./stored-accounts.ts";
import { accountKey, countTo, forget, lastCounted, rowOf } from "./stored-accounts.ts";

export interface NewAccount {
  readonly agentId: AgentId;
  readonly email: string;
  /** Absent: the service creates a one-time password. */
  readonly password: string | undefined;
  /** The one-time password, where it was created earlier. */
  readonly made?: MadePassword | null;
}

export interface AccountChange {
  readonly agentId: AgentId;
  readonly email: string;
  readonly nextEmail: string;
  /** Absent: the present password stays. */
  readonly password: string | undefined;
}

/** The stored accounts: one row for each agent whose password is not in the config file. */
export interface AccountBook {
  /**
   * Stores the account and the use of the agent's number. Replaces an earlier account of this e-mail. Returns the password, which
   * cannot be read again. `overloaded` when too many passwords wait to be hashed; `conflict` when another process created an agent
   * at the same time.
   */
  create(account: NewAccount): Promise<Result<string>>;
  /** The highest number of an agent with an account, 0 without accounts. */
  lastAgentId(): number;
  /** Whether the service created the password of this e-mail's account, so that its agent must change it. Does not block. */
  mustChangePassword(email: string): boolean;
  /**
   * Calls `apply`, which stores the agent's profile, and changes the account with it. A process that dies in between leaves an
   * account that `adopt` repairs. `overloaded` as above, with nothing done. Sessions stay valid.
   */
  change(change: AccountChange, apply: () => Promise<void>): Promise<Result<void>>;
  /** Resolves when the account accepts no login, and every session and API key of the agent has ended. */
  remove(agentId: AgentId, email: string): Promise<void>;
  /** Ends every session of the agent durably, or only the chosen sessions. The agent's API keys remain. */
  endSessions(agentId: AgentId, isChosen?: SessionChoice): Promise<void>;
  /** Ends an API key durably. */
  revokeKey(agentId: AgentId, keyId: string): Promise<void>;
  /**
   * Moves every account to its agent's present e-mail and deletes accounts without an agent. Call it at the start, before any
   * login.
   */
  adopt(emails: ReadonlyMap<AgentId, string>): Promise<void>;
}

export interface AccountBookParts {
  readonly accounts: StoredAccounts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Agents that may have a session; kept up to date here. */
  readonly members: Set<AgentId>;
  /** Agents whose accounts are being changed now; kept up to date here. */
  readonly changing: Set<AgentId>;
}

export function createAccountBook(parts: AccountBookParts): AccountBook {
  const { accounts, passwords, sessions, members, changing } = parts;
  const commit = (writes: readonly AccountWrite[]): Promise<void> => accounts.commit([], () => writes);

  const change = async (
    { agentId, email, nextEmail }: AccountChange,
    made: string | undefined,
    apply: () => Promise<void>,
  ): Promise<void> => {
    const [key, nextKey] = [accountKey(email), accountKey(nextEmail)];
    let isKnown = false;
    /** Reads the account again: its agent may have chosen another password meanwhile. */
    const next = ({ read }: RowReader): readonly AccountWrite[] => {
      const before = undamaged(() => read("account", [key]));
      const passwordHash = made ?? before?.passwordHash;
      const kept = made === undefined && before?.mustChange === true ? { mustChange: true as const } : {};
      isKnown = passwordHash !== undefined;
      return passwordHash === undefined ? [] : [rowOf({ agentId, email: nextEmail, passwordHash, ...kept })];
    };
    const isMoving = nextKey !== key;
    if (isMoving) await accounts.commit([key], next);
    try {
      await apply();
    } catch (error) {
      if (isMoving) await commit([forget(nextKey)]);
      throw error;
    }
    await accounts.commit([key], (rows) => (isMoving ? [forget(key), ...next(rows)] : next(rows)));
    if (isKnown) members.add(agentId);
  };

  return {
    lastAgentId: () => accounts.lastAgentId(),
    mustChangePassword: (email) => accounts.find(email)?.mustChange === true,
    async create({ agentId, email, password: given, made }) {
      const password = given ?? made?.password ?? createOneTimePassword();
      const passwordHash = await (made?.hash ?? passwords.hash(password));
      if (passwordHash === null) return overloaded;
      const isOwn = given === undefined ? { mustChange: true as const } : {};
      const isStored = await storeNew(accounts, { agentId, email, passwordHash, ...isOwn });
      if (!isStored) return fail("conflict", "Another agent was created at the same moment: try again.");
      members.add(agentId);
      return ok(password);
    },
    async change(given, apply) {
      const { agentId, password } = given;
      const made = password === undefined ? undefined : await passwords.hash(password);
      if (made === null) return overloaded;
      changing.add(agentId);
      try {
        await change(given, made, apply);
      } finally {
        changing.delete(agentId);
      }
      return ok(undefined);
    },
    async remove(agentId, email) {
      const isStored = accounts.find(email)?.agentId === agentId;
      await commit(isStored ? [forget(accountKey(email))] : []);
      members.delete(agentId);
      await sessions.closeAll(agentId);
      await sessions.closeAll(agentId, undefined, "keys");
    },
    endSessions: (agentId, isChosen) => sessions.closeAll(agentId, isChosen),
    revokeKey: (agentId, keyId) => sessions.closeAll(agentId, (id) => id === keyId, "keys"),
    async adopt(emails) {
      const rows = [...accounts.all()];
      const keyed = new Map(rows.map(([key, { agentId }]) => [key, agentId]));
      await commit(rows.flatMap(([key, row]) => adoption(key, row, emails.get(row.agentId), keyed)));
      for (const [, { agentId }] of rows) if (!emails.has(agentId)) members.delete(agentId);
    },
  };
}

/** Returns false, and stores nothing, when another process gave an agent's number that this process does not know. */
async function storeNew(accounts: StoredAccounts, row: AccountRow): Promise<boolean> {
  const last = accounts.lastAgentId();
  let isStored = false;
  await accounts.commit([], (rows) => {
    isStored = lastCounted(rows) <= last;
    return isStored ? [rowOf(row), countTo(Math.max(row.agentId, last))] : [];
  });
  return isStored;
}

function adoption(
  key: string,
  row: AccountRow,
  email: string | undefined,
  keyed: ReadonlyMap<string, AgentId>,
): readonly AccountWrite[] {
  if (email !== undefined && accountKey(email) === key) return [];
  const stale = forget(key);
  const isDouble = email === undefined || keyed.get(accountKey(email)) === row.agentId;
  return isDouble ? [stale] : [stale, rowOf({ ...row, email })];
}
