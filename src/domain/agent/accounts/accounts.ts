import type { AgentId } from "../../../../machines/ids.ts";
import type { AgentConfig } from "../../../config/config.types.ts";
import type { Limits } from "../../../config/limits.ts";
import { noAgentId } from "../../../core/ids.ts";
import type { SharedCounts } from "../../../core/peers/shared-counts.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { FreshRows } from "../../../core/rows/fresh-rows.ts";
import { ownRows } from "../../../core/rows/fresh-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Peers } from "../../../ports/peers.ts";
import type { Store } from "../../../ports/store.ts";
import type { Directory } from "../../directory.ts";
import type { CannedReplies } from "../canned-replies.ts";
import { createCannedReplies } from "../canned-replies.ts";
import type { AccountBook, NewAccount } from "./account-book.ts";
import { createAccountBook } from "./account-book.ts";
import { createGate } from "./gate.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import type { Guess, Guesser } from "./login-throttle.ts";
import { createLoginThrottle, slowDown } from "./login-throttle.ts";
import type { MadePassword } from "./one-time-password.ts";
import type { ChangeOwnPassword } from "./own-password.ts";
import { createOwnPassword } from "./own-password.ts";
import type { CheckPassword } from "./password-check.ts";
import { createPasswordCheck } from "./password-check.ts";
import { createPasswords, overloaded, PASSWORD_COST } from "./passwords.ts";
import type { AgentSession, LoginPlace } from "./session-facts.ts";
import type { Sessions } from "./sessions.ts";
import { accountKey, openStoredAccounts } from "./stored-accounts.ts";
import { hashOfToken } from "./token.ts";

export interface AccountsParts {
  readonly store: Store;
  /** Agents of the config file: their passwords stand there and are never stored. */
  readonly configAgents: readonly AgentConfig[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Knows which agents were removed, whichever process did it. */
  readonly directory?: Pick<Directory, "agentEver">;
  /** What other processes change; nothing when absent. */
  readonly freshRows?: FreshRows;
  readonly peers?: Peers;
  /** For failures that count at all processes together. */
  readonly counts?: SharedCounts;
  /** For the first administrator, where one is likely to be made; `null` where it is not. */
  readonly firstPassword?: Promise<MadePassword | null>;
  /** Work of one password hash; less in tests alone. */
  readonly passwordCost?: number;
}

export interface Login {
  /** 256 random bits; whoever has it is the agent. */
  readonly token: string;
  readonly agentId: AgentId;
  /** By which the browser is known from now on; the store has its hash. */
  readonly browserToken: string;
}

/** The browser in which somebody logs in, as far as it tells. */
export interface LoginBrowser {
  /** What it calls itself. */
  readonly userAgent?: string;
  /** By which it may be known. */
  readonly tokens?: readonly string[];
}

/** Who may use the desk, and what each agent has of its own. Source: AUTH-15. */
export interface Accounts extends AccountBook {
  /** From now on these are the agents of the config file, with the passwords that stand there. Does not block. */
  declare(agents: readonly AgentConfig[]): void;
  /**
   * The same work whether or not there is such an account. Fails with `unauthorized`, with `rate_limited` after
   * failures, with `overloaded` when too many log in at once; a browser known to the account has its own count and its own place. The
   * session is stored when this resolves.
   */
  logIn(email: string, password: string, remoteAddress: string, browser?: LoginBrowser): Promise<Result<Login>>;
  /** Whose session it is; does not block. */
  authenticate(token: string): AgentId | undefined;
  /** By which name the session of the token is listed; the name lets nobody in. */
  sessionIdOf(token: string): string;
  /** The agent's live sessions, in no order. */
  listSessions(agentId: AgentId): readonly AgentSession[];
  readonly changeOwnPassword: ChangeOwnPassword;
  readonly cannedReplies: CannedReplies;
  /** As that of the sessions. */
  readonly onEndedElsewhere: Sessions["onEndedElsewhere"];
  /** Ends the session durably; `undefined` when there was none. */
  logOut(token: string): Promise<AgentId | undefined>;
  /** Nobody logs in to it any more, every session has ended, and the agent's own replies are gone, once this resolves. */
  remove(agentId: AgentId, email: string): Promise<void>;
  /** Stores the account of the first administrator and answers its password. */
  createAdministrator(administrator: { readonly agentId: AgentId; readonly email: string }): Promise<string>;
}

/** Reads the accounts there are; not to be shared by two parts of a process, for each would count failures alone. */
export async function createAccounts(parts: AccountsParts): Promise<Accounts> {
  const { store, sessions, clock, limits, freshRows = ownRows } = parts;
  const gate = createGate(limits.passwordHashesAtOnce, limits.passwordHashesWaitingMax);
  const passwords = createPasswords(gate, parts.passwordCost ?? PASSWORD_COST);
  const throttle = createLoginThrottle(clock, limits, parts.counts);
  const browsers = createKnownBrowsers(store, clock);
  const declared = byEmail(parts.configAgents);
  const members = new Set<AgentId>();
  const stored = await openStoredAccounts({
    store,
    freshRows,
    pageRows: limits.pageRowsMax,
    changedElsewhere: () => countMembers(),
  });
  const countMembers = (): void => fill(members, [...declared.values()], [...stored.all().values()]);
  countMembers();
  const changing = new Set<AgentId>();
  const book = createAccountBook({ accounts: stored, passwords, sessions, members, changing });
  const check = createPasswordCheck(stored, passwords, declared);
  const cannedReplies = createCannedReplies({ ...parts, members });
  const isDeclared = (agentId: AgentId): boolean =>
    [...declared.values()].some(({ profile, password }) => profile.id === agentId && password !== null);
  // Nobody's browsers are looked for, too: the time it takes does not tell whether there is such an account.
  const findBrowser = (email: string, tokens: readonly string[]): Promise<string | undefined> =>
    browsers.find(declared.get(email)?.profile.id ?? stored.find(email)?.agentId ?? noAgentId, tokens);

  return {
    declare(agents) {
      declared.clear();
      for (const agent of agents) declared.set(accountKey(agent.profile.email), agent);
      countMembers();
    },
    async logIn(givenEmail, password, remoteAddress, { userAgent = "", tokens = [] } = {}) {
      const email = accountKey(givenEmail);
      // Who brings no token is counted in this tick.
      const known = tokens.length === 0 ? undefined : await findBrowser(email, tokens);
      const guess = throttle.attempt(guesserOf(email, remoteAddress, known));
      if (typeof guess === "number") return slowDown(guess);
      try {
        return await enter(
          { check, browsers, sessions, isGone: (id) => parts.directory?.agentEver(id)?.isRemoved === true },
          { email, password, known, place: { address: remoteAddress, userAgent } },
          guess,
        );
      } catch (error) {
        // A store that fails says nothing about the password.
        guess.withdraw();
        throw error;
      }
    },
    authenticate(token) {
      const agentId = sessions.find(token);
      return agentId !== undefined && members.has(agentId) ? agentId : undefined;
    },
    sessionIdOf: (token) => sessions.idOf(token),
    listSessions: (agentId) => sessions.list(agentId),
    changeOwnPassword: createOwnPassword({ accounts: stored, passwords, throttle, sessions, isDeclared, changing }),
    cannedReplies,
    onEndedElsewhere: (listener) => sessions.onEndedElsewhere(listener),
    logOut: (token) => sessions.close(token),
    ...book,
    mustChangePassword(email) {
      const agent = declared.get(accountKey(email));
      return (agent === undefined || agent.password === null) && book.mustChangePassword(email);
    },
    async remove(agentId, email) {
      if (declared.get(accountKey(email))?.profile.id === agentId) declared.delete(accountKey(email));
      await book.remove(agentId, email);
      await cannedReplies.forget(agentId);
      await browsers.forget(agentId);
    },
    createAdministrator: (administrator) => createAdministrator(administrator, book, parts),
  };
}

async function createAdministrator(
  { agentId, email }: Pick<NewAccount, "agentId" | "email">,
  book: AccountBook,
  { firstPassword }: Pick<AccountsParts, "firstPassword">,
): Promise<string> {
  const made = (await firstPassword) ?? null;
  const created = await book.create({ agentId, email, password: undefined, made });
  if (!created.ok) throw new Error("Expected no other login while the administrator is created.");
  return created.value;
}

function fill(
  members: Set<AgentId>,
  declared: readonly AgentConfig[],
  stored: readonly { readonly agentId: AgentId }[],
): void {
  members.clear();
  for (const { profile } of declared) members.add(profile.id);
  for (const { agentId } of stored) members.add(agentId);
}

const byEmail = (agents: readonly AgentConfig[]): Map<string, AgentConfig> =>
  new Map(agents.map((agent) => [accountKey(agent.profile.email), agent]));

interface LoginTry {
  /** An account's key. */
  readonly email: string;
  readonly password: string;
  /** By which the browser is known to the account. */
  readonly known: string | undefined;
  readonly place: LoginPlace;
}

interface LoginSteps {
  readonly check: CheckPassword;
  readonly browsers: KnownBrowsers;
  readonly sessions: Sessions;
  readonly isGone: (agentId: AgentId) => boolean;
}

async function enter(
  { check, browsers, sessions, isGone }: LoginSteps,
  { email, password, known, place }: LoginTry,
  guess: Guess,
): Promise<Result<Login>> {
  const checked = await check(email, password, known !== undefined);
  if (checked === null) {
    guess.withdraw();
    return overloaded;
  }
  if (checked === undefined || isGone(checked.agentId)) return wrongLogin;
  const { agentId } = checked;
  // Before the session: one whose token nobody was told must not live on when this cannot be stored.
  const browserToken = await browsers.remember(agentId, known);
  const token = await sessions.open(agentId, place);
  if (!(await checked.isStillRight())) {
    // Whoever changed the password meanwhile is not to meet a session of the old one.
    await sessions.close(token);
    return wrongLogin;
  }
  guess.succeeded();
  return ok({ token, agentId, browserToken });
}

const guesserOf = (account: string, address: string, browserToken: string | undefined): Guesser =>
  browserToken === undefined
    ? { kind: "stranger", account, address }
    : { kind: "browser", browserId: `${hashOfToken(browserToken)} ${account}` };

const wrongLogin = fail("unauthorized", "The e-mail or the password is wrong.");
