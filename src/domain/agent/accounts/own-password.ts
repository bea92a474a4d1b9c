import { createHash, timingSafeEqual } from "node:crypto";
import type { AgentId } from "../../../../machines/ids.ts";
import type { AgentConfig } from "../../../config/config.types.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { AccountRow } from "../../../ports/store.ts";
import type { Stranger } from "./gate.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import { slowDown } from "./login-throttle.ts";
import type { Passwords } from "./passwords.ts";
import { overloaded } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { StoredAccounts } from "./stored-accounts.ts";
import { accountKey, rowOf } from "./stored-accounts.ts";

export interface OwnPasswordChange {
  readonly agentId: AgentId;
  readonly email: string;
  /** The present password. */
  readonly current: string;
  readonly password: string;
  /** The token of the session that stays valid. */
  readonly token: string;
}

/**
 * The last step. Resolves when the password is stored and every other session of the agent has ended. `conflict`, with nothing
 * done, when the account changed since the present password was checked.
 */
export type StorePassword = () => Promise<Result<void>>;

/**
 * Checks the present password and returns the step that stores the new one, or that only ends the other sessions when a lost
 * request stored it before. `conflict` when the password is in the config file,
 * `access_denied` when `current` is wrong, `invalid_request` when the new password equals the present one, `rate_limited` after
 * failures of this session only, `overloaded` when too many passwords wait to be hashed. Stores nothing itself.
 */
export type ChangeOwnPassword = (change: OwnPasswordChange) => Promise<Result<StorePassword>>;

export interface OwnPasswordParts {
  readonly accounts: StoredAccounts;
  readonly passwords: Passwords;
  readonly throttle: LoginThrottle;
  readonly sessions: Sessions;
  /** Whether the agent's password is in the config file. */
  readonly isDeclared: (agentId: AgentId) => boolean;
  /** Agents whose accounts an administrator is changing now. */
  readonly changing: ReadonlySet<AgentId>;
}

const wrongPassword = fail("access_denied", "Field current must be the password you log in with now, got another one.");
/** A one-time password must be replaced, because the person who gave it to the agent still knows it. */
const samePassword = fail("invalid_request", "Field password must be another one than current.");
const changedMeanwhile: Failure = {
  code: "conflict",
  message: "Another request changed the account at the same time: try again.",
};

export function createOwnPassword(parts: OwnPasswordParts): ChangeOwnPassword {
  const { accounts, passwords, throttle, sessions } = parts;

  const verify = async (change: OwnPasswordChange): Promise<Result<AccountRow | "changed before">> => {
    const row = accounts.find(change.email);
    const guess = throttle.attempt({ kind: "session", sessionId: sessions.idOf(change.token) });
    if (typeof guess === "number") return slowDown(guess);
    const isOwn = row?.agentId === change.agentId;
    const isRight = await (isOwn
      ? passwords.verify(change.current, row.passwordHash)
      : passwords.pretend(change.current));
    if (isRight === null) {
      guess.withdraw();
      return overloaded;
    }
    if (row !== undefined && isRight) {
      guess.succeeded();
      return ok(row);
    }
    const isChanged = row !== undefined && isOwn && (await wasChanged(passwords, change, row));
    if (isChanged === null) {
      guess.withdraw();
      return overloaded;
    }
    if (!isChanged) return wrongPassword;
    guess.succeeded();
    return ok("changed before");
  };

  return async (change) => {
    if (parts.isDeclared(change.agentId)) return fail("conflict", declaredPassword(change.agentId));
    const verified = await verify(change);
    if (!verified.ok) return verified;
    const { value: before } = verified;
    if (before === "changed before") return ok(async () => ok(await endOthers(sessions, change)));
    if (isSamePassword(change)) return samePassword;
    const passwordHash = await passwords.hash(change.password);
    if (passwordHash === null) return overloaded;
    return ok(() => storePassword(parts, change, before, passwordHash));
  };
}

/** Whether an earlier request, whose answer was lost, made the change; `null` when too many passwords wait. A one-time password was not chosen by its agent. */
const wasChanged = async (
  passwords: Passwords,
  { password }: OwnPasswordChange,
  { mustChange, passwordHash }: AccountRow,
): Promise<boolean | null> => mustChange !== true && (await passwords.verify(password, passwordHash));

/** Compares the passwords in the form in which they are hashed. */
const isSamePassword = ({ current, password }: OwnPasswordChange): boolean =>
  current.normalize("NFC") === password.normalize("NFC");

async function storePassword(
  { accounts, passwords, sessions, changing }: OwnPasswordParts,
  change: OwnPasswordChange,
  before: AccountRow,
  passwordHash: string,
): Promise<Result<void>> {
  const key = [accountKey(before.email)] as const;
  const { agentId } = change;
  let isStored = false;
  /** The same request was sent twice, and the other one was faster. */
  const isSameChange = async (): Promise<boolean> => {
    const now = accounts.find(before.email);
    return now?.agentId === agentId && (await wasChanged(passwords, change, now)) === true;
  };
  await accounts.commit(key, (rows) => {
    isStored = !changing.has(agentId) && rows.read("account", key)?.passwordHash === before.passwordHash;
    const { agentId: id, email } = before;
    return isStored ? [rowOf({ agentId: id, email, passwordHash })] : [];
  });
  if (!isStored && !(await isSameChange())) return { ok: false, failure: changedMeanwhile };
  return ok(await endOthers(sessions, change));
}

function endOthers(sessions: Sessions, { agentId, token }: OwnPasswordChange): Promise<void> {
  const kept = sessions.idOf(token);
  return sessions.closeAll(agentId, (id) => id !== kept);
}

/** Why a password is not changed here. */
const declaredPassword = (agentId: AgentId): string =>
  `The password of agent ${agentId} is set in the config file: change it there.`;

interface RightPassword {
  readonly agentId: AgentId;
  /** The service made it, and its agent has not chosen another one. */
  readonly isOneTime: boolean;
  /** Whether the password is still the same, and no other one is being stored. */
  isStillRight(): Promise<boolean>;
}

/**
 * Returns the agent of the password, or `undefined` when it is wrong. The work is the same either way. `null` when too many
 * passwords wait to be hashed. The e-mail is an account's key. `stranger` is null for a known browser, which does not wait for
 * strangers.
 */
export type CheckPassword = (
  email: string,
  password: string,
  stranger: Stranger | null,
) => Promise<RightPassword | undefined | null>;

/** `declared` are the agents of the config file by the keys of their e-mails. */
export function createPasswordCheck(
  accounts: StoredAccounts,
  passwords: Passwords,
  declared: ReadonlyMap<string, AgentConfig>,
): CheckPassword {
  return async (email, password, stranger) => {
    const agent = declared.get(email);
    if (agent !== undefined && agent.password !== null) {
      if ((await passwords.pretend(password, stranger)) === null) return null;
      return isSameText(password, agent.password)
        ? { agentId: agent.profile.id, isOneTime: false, isStillRight: async () => true }
        : undefined;
    }
    const row = accounts.find(email);
    const isRight = await (row === undefined
      ? passwords.pretend(password, stranger)
      : passwords.verify(password, row.passwordHash, stranger));
    if (isRight === null) return null;
    if (!isRight || row === undefined) return undefined;
    const isStillRight = async (): Promise<boolean> =>
      (await accounts.readNext(email))?.passwordHash === row.passwordHash;
    return { agentId: row.agentId, isOneTime: row.mustChange === true, isStillRight };
  };
}

function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text.normalize("NFC")).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
