import { createHash, timingSafeEqual } from "node:crypto";
import type { AgentId } from "../../machines/ids.ts";
import type { AgentConfig } from "../config/config.types.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import type { Failure, Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { AccountBook } from "./account-book.ts";
import { accountKey, allAccounts, createAccountBook } from "./account-book.ts";
import { createGate } from "./gate.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { createPasswords, PASSWORD_COST } from "./passwords.ts";
import { createSessions } from "./sessions.ts";

export interface AccountsParts {
  readonly store: Store;
  /** Agents of the config file: their passwords stand there and are never stored. */
  readonly configAgents: readonly AgentConfig[];
  readonly clock: Clock;
  readonly limits: Limits;
  /** Work of one password hash; less in tests alone. */
  readonly passwordCost?: number;
}

export interface Login {
  /** 256 random bits; whoever has it is the agent. */
  readonly token: string;
  readonly agentId: AgentId;
}

/** Who may use the desk. Source: AUTH-15. */
export interface Accounts extends AccountBook {
  /**
   * The same work whether or not there is such an account. Fails with `unauthorized`, with `rate_limited` after
   * failures of this e-mail or address, with `overloaded` when too many log in at once. The session is stored
   * when this resolves.
   */
  logIn(email: string, password: string, remoteAddress: string): Promise<Result<Login>>;
  /** Whose session it is; does not block. */
  authenticate(token: string): AgentId | undefined;
  /** Ends the session durably; `undefined` when there was none. */
  logOut(token: string): Promise<AgentId | undefined>;
  /** Stores the account of the first administrator and answers its password. */
  createAdministrator(administrator: { readonly agentId: AgentId; readonly email: string }): Promise<string>;
}

/** Reads which agents have accounts; not to be shared by two parts of a process, for each would count failures alone. */
export async function createAccounts(parts: AccountsParts): Promise<Accounts> {
  const { store, clock, limits } = parts;
  const gate = createGate(limits.passwordHashesAtOnce, limits.passwordHashesWaitingMax);
  const passwords = createPasswords(gate, parts.passwordCost ?? PASSWORD_COST);
  const throttle = createLoginThrottle(clock, limits.rateBucketsMax);
  const sessions = createSessions(store, clock, limits.sessionsInMemoryMax);
  const declared = new Map(parts.configAgents.map((agent) => [accountKey(agent.profile.email), agent]));
  const members = new Set<AgentId>(parts.configAgents.map((agent) => agent.profile.id));
  for (const { row } of await allAccounts(store, limits.pageRowsMax)) members.add(row.agentId);
  const book = createAccountBook({ store, passwords, sessions, members, pageRowsMax: limits.pageRowsMax });

  /** `null`: too many at once. */
  const check = async (email: string, password: string): Promise<AgentId | undefined | null> => {
    const agent = declared.get(email);
    if (agent !== undefined && agent.password !== null) {
      const pretended = passwords.pretend(password);
      if (pretended === null) return null;
      await pretended;
      return isSameText(password, agent.password) ? agent.profile.id : undefined;
    }
    const row = store.read("account", [email]);
    const verified = row === undefined ? passwords.pretend(password) : passwords.verify(password, row.passwordHash);
    if (verified === null) return null;
    const isRight = (await verified) === true;
    // Whoever changed the password meanwhile is not to meet a session of the old one.
    return isRight && store.read("account", [email])?.passwordHash === row?.passwordHash ? row?.agentId : undefined;
  };

  return {
    async logIn(givenEmail, password, remoteAddress) {
      const email = accountKey(givenEmail);
      const keys = [`email ${email}`, `address ${remoteAddress}`];
      const waitSeconds = throttle.attempt(keys);
      if (waitSeconds > 0) return { ok: false, failure: slowDown(waitSeconds) };
      const agentId = await check(email, password);
      if (agentId === null) {
        throttle.withdraw(keys);
        return fail("overloaded", ERROR_MESSAGE.overloaded);
      }
      if (agentId === undefined) return fail("unauthorized", "The e-mail or the password is wrong.");
      throttle.succeeded(keys);
      return ok({ token: await sessions.open(agentId), agentId });
    },
    authenticate(token) {
      const agentId = sessions.find(token);
      return agentId !== undefined && members.has(agentId) ? agentId : undefined;
    },
    logOut: (token) => sessions.close(token),
    ...book,
    async remove(agentId, email) {
      if (declared.get(accountKey(email))?.profile.id === agentId) declared.delete(accountKey(email));
      await book.remove(agentId, email);
    },
    async createAdministrator({ agentId, email }) {
      const created = await book.create({ agentId, email, password: undefined });
      if (!created.ok) throw new Error("Expected no other login while the administrator is created.");
      return created.value;
    },
  };
}

const slowDown = (retryAfterSeconds: number): Failure => ({
  code: "rate_limited",
  message: ERROR_MESSAGE.rate_limited,
  retryAfterSeconds,
});

function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text.normalize("NFC")).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
