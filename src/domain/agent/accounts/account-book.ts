import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { undamaged } from "../../../core/rows/undamaged.ts";
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
  /** A one-time password is made when there is none. */
  readonly password: string | undefined;
  /** That one-time password, where it was made before. */
  readonly made?: MadePassword | null;
}

export interface AccountChange {
  readonly agentId: AgentId;
  readonly email: string;
  readonly nextEmail: string;
  /** The one there is stays when absent. */
  readonly password: string | undefined;
}

/** The stored accounts: one row for each agent whose password does not stand in the config file. */
export interface AccountBook {
  /**
   * Stores the account, in place of an earlier one of this e-mail, and that the agent's number is given; answers the
   * password, which nobody can read again. `overloaded` when too many passwords wait to be hashed; `conflict` when another process made an
   * agent in the same moment.
   */
  create(account: NewAccount): Promise<Result<string>>;
  /** The highest number an account was made for, 0 when there was none. */
  lastAgentId(): number;
  /** Whether the password of this e-mail's account was made here and is to be changed by its agent. Does not block. */
  mustChangePassword(email: string): boolean;
  /**
   * Carries out `apply`, which stores the agent's profile, and changes the account with it. A process that dies in between leaves an
   * account that `adopt` puts right. `overloaded` as above, with nothing done. Sessions go on.
   */
  change(change: AccountChange, apply: () => Promise<void>): Promise<Result<void>>;
  /** Nobody logs in to it any more, and every session of the agent has ended, once this resolves. */
  remove(agentId: AgentId, email: string): Promise<void>;
  /** Ends every session of the agent durably, or those that are chosen. */
  endSessions(agentId: AgentId, isChosen?: SessionChoice): Promise<void>;
  /** Makes every account that of its agent's present e-mail, and forgets those of nobody. For the start, before anybody logs in. */
  adopt(emails: ReadonlyMap<AgentId, string>): Promise<void>;
}

export interface AccountBookParts {
  readonly accounts: StoredAccounts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Who may have a session; kept up to date here. */
  readonly members: Set<AgentId>;
  /** Whose account is being changed in this moment; kept up to date here. */
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
    /** As the account is then: its agent may choose another password meanwhile. */
    const next = ({ read }: Pick<RowReader, "read">): readonly AccountWrite[] => {
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
      if (!isStored) return fail("conflict", "Another agent was made in this moment: try again.");
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
    },
    endSessions: (agentId, isChosen) => sessions.closeAll(agentId, isChosen),
    async adopt(emails) {
      const rows = [...accounts.all()];
      const keyed = new Map(rows.map(([key, { agentId }]) => [key, agentId]));
      await commit(rows.flatMap(([key, row]) => adoption(key, row, emails.get(row.agentId), keyed)));
      for (const [, { agentId }] of rows) if (!emails.has(agentId)) members.delete(agentId);
    },
  };
}

/** Unless another process gave an agent's number that this one knows nothing of, in which case it answers false. */
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
