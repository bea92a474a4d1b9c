import type { AgentId } from "../../../../machines/ids.ts";
import type { AgentConfig } from "../../../config/config.types.ts";
import type { Limits } from "../../../config/limits.ts";
import { noAgentId } from "../../../core/ids.ts";
import type { SharedCounts } from "../../../core/peers/shared-counts.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { undamagedLater } from "../../../core/rows/damaged-rows.ts";
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
import type { ApiKeys } from "./api-keys.ts";
import { createGate, strangerBackAfterSeconds } from "./gate.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import type { Guess, Guesser } from "./login-throttle.ts";
import { createLoginThrottle, slowDown } from "./login-throttle.ts";
import type { MadePassword } from "./one-time-password.ts";
import type { ChangeOwnPassword, CheckPassword } from "./own-password.ts";
import { createOwnPassword, createPasswordCheck } from "./own-password.ts";
import { createPasswords, overloaded } from "./passwords.ts";
import type { AgentSession, LoginPlace } from "./session-facts.ts";
import type { Sessions } from "./sessions.ts";
import { hashOfToken } from "./sessions.ts";
import { accountKey, openStoredAccounts } from "./stored-accounts.ts";

export interface AccountsParts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Agents of the config file: their passwords are only there and are never stored. */
  readonly configAgents: readonly AgentConfig[];
  readonly hashing: Hashing;
  /** Absent: there are no other processes. */
  readonly others?: OtherProcesses;
}

/** How passwords are hashed. */
export interface Hashing {
  /** The cost of one password hash. Only tests use less than `PASSWORD_COST`. */
  readonly passwordCost: number;
  /** For the first administrator, if one will probably be created; otherwise `null`. */
  readonly firstPassword: Promise<MadePassword | null>;
}

/** What other processes change. */
interface OtherProcesses {
  /** Knows the removed agents, whichever process removed them. */
  readonly directory: Directory;
  readonly freshRows: FreshRows;
  readonly peers: Peers;
  /** Counts failures across all processes. */
  readonly counts: SharedCounts;
}

export interface Login {
  /** 256 random bits. A browser with this token is logged in as the agent. */
  readonly token: string;
  readonly agentId: AgentId;
  /** Makes the browser a known browser from now on. The store has its hash. */
  readonly browserToken: string;
}

/** The browser of a login, as its request describes it. */
export interface LoginBrowser {
  /** Its User-Agent header. */
  readonly userAgent?: string;
  /** Tokens that may make it a known browser. */
  readonly tokens?: readonly string[];
}

/** The accounts of the desk, and the own data of each agent. Source: AUTH-15. */
export interface Accounts extends AccountBook {
  /** Replaces the agents of the config file and their passwords. Does not block. */
  declare(agents: readonly AgentConfig[]): void;
  /**
   * Does the same work whether or not the account exists. Fails with `unauthorized`, with `rate_limited` after failures or when
   * too many logins of unknown browsers wait, with `overloaded` when too many others wait. A browser known to the account has its
   * own count of failures and its own place in the queue. The session is stored when this resolves.
   */
  logIn(email: string, password: string, remoteAddress: string, browser?: LoginBrowser): Promise<Result<Login>>;
  /** Returns the agent of the session. Does not block. */
  authenticate(token: string): AgentId | undefined;
  /** The id of the token's session in lists. Nobody can log in with the id. */
  sessionIdOf(token: string): string;
  /** The agent's live sessions, in no order. */
  listSessions(agentId: AgentId): readonly AgentSession[];
  readonly apiKeys: ApiKeys;
  readonly changeOwnPassword: ChangeOwnPassword;
  readonly cannedReplies: CannedReplies;
  /** The same as in `Sessions`. */
  readonly onEndedElsewhere: Sessions["onEndedElsewhere"];
  /** Ends the session durably; `undefined` when there was none. */
  logOut(token: string): Promise<AgentId | undefined>;
  /** Resolves when the account accepts no login, every session has ended, and the agent's own replies are deleted. */
  remove(agentId: AgentId, email: string): Promise<void>;
  /** Stores the account of the first administrator and returns its password. */
  createAdministrator(administrator: { readonly agentId: AgentId; readonly email: string }): Promise<string>;
}

/** Reads the stored accounts. Call it once in a process: two results would count failures separately. */
export async function createAccounts(parts: AccountsParts): Promise<Accounts> {
  const { store, sessions, clock, limits, configAgents, hashing, others } = parts;
  const passwords = createPasswords(createGate(limits, clock), hashing.passwordCost);
  const throttle = createLoginThrottle(clock, limits, others?.counts);
  const browsers = createKnownBrowsers(store, clock);
  const invitations = createInvitations(store, clock);
  const declared = byEmail(configAgents);
  const members = new Set<AgentId>();
  const stored = await openStoredAccounts(store, limits.pageRowsMax, others?.freshRows ?? ownRows, () =>
    countMembers(),
  );
  const countMembers = (): void => fill(members, [...declared.values()], [...stored.all().values()]);
  countMembers();
  const changing = new Set<AgentId>();
  const book = createAccountBook({ accounts: stored, passwords, sessions, members, changing });
  const check = createPasswordCheck(stored, passwords, declared);
  const cannedReplies = createCannedReplies(store, clock, members, others?.peers);
  const isDeclared = (agentId: AgentId): boolean =>
    [...declared.values()].some(({ profile, password }) => profile.id === agentId && password !== null);
  // Also looks up browsers for an unknown account: the duration must not reveal whether the account exists.
  const findBrowser = (email: string, tokens: readonly string[]): Promise<string | undefined> =>
    browsers.find(declared.get(email)?.profile.id ?? stored.find(email)?.agentId ?? noAgentId, tokens);

  const isGone = (id: AgentId): boolean => others?.directory.agentEver(id)?.isRemoved === true;
  const steps: LoginSteps = { check, browsers, invitations, sessions, isGone };

  return {
    declare(agents) {
      declared.clear();
      for (const agent of agents) declared.set(accountKey(agent.profile.email), agent);
      countMembers();
    },
    async logIn(givenEmail, password, remoteAddress, { userAgent = "", tokens = [] } = {}) {
      const email = accountKey(givenEmail);
      // A login without a token is counted in this tick.
      const known = tokens.length === 0 ? undefined : await findBrowser(email, tokens);
      const guess = throttle.attempt(guesserOf(email, remoteAddress, known));
      if (typeof guess === "number") return slowDown(guess);
      try {
        const place = { address: remoteAddress, userAgent };
        return await enter(steps, { email, password, known, place }, guess);
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
    apiKeys: sessions.apiKeys,
    changeOwnPassword: createOwnPassword({ accounts: stored, passwords, throttle, sessions, isDeclared, changing }),
    cannedReplies,
    onEndedElsewhere: (listener) => sessions.onEndedElsewhere(listener),
    logOut: (token) => sessions.close(token),
    ...book,
    create: createInvited(book, invitations),
    mustChangePassword(email) {
      const agent = declared.get(accountKey(email));
      return (agent === undefined || agent.password === null) && book.mustChangePassword(email);
    },
    async remove(agentId, email) {
      if (declared.get(accountKey(email))?.profile.id === agentId) declared.delete(accountKey(email));
      await book.remove(agentId, email);
      await cannedReplies.forget(agentId);
      await browsers.forget(agentId);
      await invitations.forget(agentId);
    },
    createAdministrator: (administrator) => createAdministrator(administrator, book, hashing),
  };
}

/** The end is stored before the account: alone, it says nothing. */
const createInvited =
  (book: AccountBook, invitations: Invitations): AccountBook["create"] =>
  async (account) => {
    if (account.password === undefined) await invitations.begin(account.agentId);
    return book.create(account);
  };

async function createAdministrator(
  { agentId, email }: Pick<NewAccount, "agentId" | "email">,
  book: AccountBook,
  { firstPassword }: Hashing,
): Promise<string> {
  const made = await firstPassword;
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
  /** The token that makes the browser known to the account. */
  readonly known: string | undefined;
  readonly place: LoginPlace;
}

interface LoginSteps {
  readonly check: CheckPassword;
  readonly browsers: KnownBrowsers;
  readonly invitations: Invitations;
  readonly sessions: Sessions;
  readonly isGone: (agentId: AgentId) => boolean;
}

async function enter(
  { check, browsers, invitations, sessions, isGone }: LoginSteps,
  { email, password, known, place }: LoginTry,
  guess: Guess,
): Promise<Result<Login>> {
  const checked = await check(email, password, guess.stranger);
  if (checked === null) {
    guess.withdraw();
    return guess.stranger === null ? overloaded : slowDown(strangerBackAfterSeconds);
  }
  if (checked === undefined || isGone(checked.agentId)) return wrongLogin;
  const { agentId } = checked;
  if (checked.isOneTime && (await invitations.isOver(agentId))) {
    guess.succeeded();
    return invitationOver;
  }
  // Before the session: if this cannot be stored, no session must remain whose token nobody received.
  const browserToken = await browsers.remember(agentId, known);
  const token = await sessions.open(agentId, place);
  if (!(await checked.isStillRight())) {
    // A password change in between must not leave a session of the old password.
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

const invitationOver = fail(
  "unauthorized",
  "The invitation has ended: it counted for 7 days. Ask an administrator for a new password.",
);
const wrongLogin = fail("unauthorized", "The e-mail or the password is wrong.");

/** For how long a one-time password of a new agent counts. */
const invitationMs = 7 * 24 * 3_600_000;

/** The ends of one-time passwords. Each stays stored after its agent has chosen a password, and then says nothing. */
interface Invitations {
  /** The agent has `invitationMs` from now on. Durable when it resolves. */
  begin(agentId: AgentId): Promise<void>;
  /** Whether the agent's one-time password counts no longer. That of the first administrator counts for ever: nobody could renew it. */
  isOver(agentId: AgentId): Promise<boolean>;
  forget(agentId: AgentId): Promise<void>;
}

function createInvitations(store: Store, clock: Clock): Invitations {
  return {
    begin: (agentId) => {
      const row = { text: String(clock.nowMs() + invitationMs) };
      return store.commit({}, () => [{ table: "fact", key: [nameOf(agentId)], row }]);
    },
    async isOver(agentId) {
      const row = await undamagedLater(() => store.durable.read("fact", [nameOf(agentId)]));
      return row !== undefined && clock.nowMs() >= Number(row.text);
    },
    forget: (agentId) => store.commit({}, () => [{ table: "fact", key: [nameOf(agentId)], row: null }]),
  };
}

const nameOf = (agentId: AgentId): string => `invitation/${agentId}`;
