import type { AgentId } from "../../machines/ids.ts";
import type { AgentConfig } from "../config/config.types.ts";
import type { Limits } from "../config/limits.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { AccountBook } from "./account-book.ts";
import { accountKey, allAccounts, createAccountBook } from "./account-book.ts";
import type { CannedReplies } from "./canned-replies.ts";
import { createCannedReplies } from "./canned-replies.ts";
import { createGate } from "./gate.ts";
import { createLoginThrottle, slowDown, throttleKeys } from "./login-throttle.ts";
import type { ChangeOwnPassword } from "./own-password.ts";
import { createOwnPassword } from "./own-password.ts";
import { createPasswordCheck } from "./password-check.ts";
import { createPasswords, overloaded, PASSWORD_COST } from "./passwords.ts";
import type { AgentSession } from "./session-facts.ts";
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

/** Who may use the desk, and what each agent has of its own. Source: AUTH-15. */
export interface Accounts extends AccountBook {
  /**
   * The same work whether or not there is such an account. Fails with `unauthorized`, with `rate_limited` after
   * failures of this e-mail or address, with `overloaded` when too many log in at once. The session is stored
   * when this resolves. `userAgent` is what the agent's browser calls itself.
   */
  logIn(email: string, password: string, remoteAddress: string, userAgent?: string): Promise<Result<Login>>;
  /** Whose session it is; does not block. */
  authenticate(token: string): AgentId | undefined;
  /** By which name the session of the token is listed; the name lets nobody in. */
  sessionIdOf(token: string): string;
  /** The agent's live sessions, in no order. */
  listSessions(agentId: AgentId): Promise<readonly AgentSession[]>;
  readonly changeOwnPassword: ChangeOwnPassword;
  readonly cannedReplies: CannedReplies;
  /** Ends the session durably; `undefined` when there was none. */
  logOut(token: string): Promise<AgentId | undefined>;
  /** Nobody logs in to it any more, every session has ended, and the agent's own replies are gone, once this resolves. */
  remove(agentId: AgentId, email: string): Promise<void>;
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
  const changing = new Set<AgentId>();
  const book = createAccountBook({ store, passwords, sessions, members, changing, pageRowsMax: limits.pageRowsMax });
  const check = createPasswordCheck(store, passwords, declared);
  const cannedReplies = createCannedReplies({ store, clock, members });
  const isDeclared = (agentId: AgentId): boolean =>
    [...declared.values()].some(({ profile, password }) => profile.id === agentId && password !== null);

  return {
    async logIn(givenEmail, password, remoteAddress, userAgent = "") {
      const email = accountKey(givenEmail);
      const keys = throttleKeys(email, remoteAddress);
      const waitSeconds = throttle.attempt(keys);
      if (waitSeconds > 0) return { ok: false, failure: slowDown(waitSeconds) };
      const checked = await check(email, password);
      if (checked === null) {
        throttle.withdraw(keys);
        return overloaded;
      }
      if (checked === undefined) return wrongLogin;
      const { agentId } = checked;
      const token = await sessions.open(agentId, { address: remoteAddress, userAgent });
      if (!checked.isStillRight()) {
        // Whoever changed the password meanwhile is not to meet a session of the old one.
        await sessions.close(token);
        return wrongLogin;
      }
      throttle.succeeded(keys);
      return ok({ token, agentId });
    },
    authenticate(token) {
      const agentId = sessions.find(token);
      return agentId !== undefined && members.has(agentId) ? agentId : undefined;
    },
    sessionIdOf: (token) => sessions.idOf(token),
    listSessions: (agentId) => sessions.list(agentId),
    changeOwnPassword: createOwnPassword({ store, passwords, throttle, sessions, isDeclared, changing }),
    cannedReplies,
    logOut: (token) => sessions.close(token),
    ...book,
    async remove(agentId, email) {
      if (declared.get(accountKey(email))?.profile.id === agentId) declared.delete(accountKey(email));
      await book.remove(agentId, email);
      await cannedReplies.forget(agentId);
    },
    async createAdministrator({ agentId, email }) {
      const created = await book.create({ agentId, email, password: undefined });
      if (!created.ok) throw new Error("Expected no other login while the administrator is created.");
      return created.value;
    },
  };
}

const wrongLogin = fail("unauthorized", "The e-mail or the password is wrong.");
