import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentSignature } from "../../../../machines/chat/message.types.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { isApiKey } from "../../../domain/agent/accounts/api-keys.ts";
import type { ChannelViewer, Directory } from "../../../domain/directory.ts";
import type { ApiKeyFacts } from "../../../ports/store.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { isSameSecret } from "../../limits/same-secret.ts";
import type { OperationScope } from "../../server/operation.ts";
import type { OwnOrigin } from "./request/own-origin.ts";
import { refuseForeignChange } from "./request/own-origin.ts";
import { cookieNameAt, readSessionCookie, sessionCookieName } from "./session/session-cookie.ts";

/** The agent whose session or API key a request carries. */
export interface DeskCaller {
  readonly token: string;
  readonly profile: ChannelViewer;
  /** `null` for a session. */
  readonly key: ApiKeyFacts | null;
}

/** The caller whom each access admits. */
export interface CallerOf {
  readonly anyone: null;
  readonly agent: DeskCaller;
  /** An agent, also in a browser whose generated password must be changed first: only to change the password or to log out. */
  readonly newcomer: DeskCaller;
  readonly administrator: DeskCaller;
  /** An administrator, or null for the operator's own command. Source: BOT-03. */
  readonly keeper: DeskCaller | null;
}

interface KnownCallers {
  readonly directory: Pick<Directory, "agent">;
  readonly accounts: Pick<Accounts, "authenticate" | "apiKeys" | "mustChangePassword">;
  readonly origin: OwnOrigin;
  /** The token of the operator's own command; null if there is none. A secret. */
  readonly operatorToken?: string | null;
}

/** Finds who asks. Every method works only before the handler returns. */
export class Callers {
  readonly #known: KnownCallers;

  constructor(known: KnownCallers) {
    this.#known = known;
  }

  /**
   * Returns the caller; undefined after answering. 401: no live session or API key. 403: a foreign page used the browser's cookie, the
   * browser's agent must first change a generated password, the agent is not an administrator, or the key lacks the scope.
   * Source: AUTH-15, AUTH-16, ERR-05, ERR-06.
   */
  admit<Who extends keyof CallerOf>(
    exchange: HttpExchange,
    access: Who,
    scope?: OperationScope,
  ): CallerOf[Who] | undefined;
  admit(exchange: HttpExchange, access: keyof CallerOf, scope?: OperationScope): DeskCaller | null | undefined {
    if (access === "anyone") return null;
    if (access === "keeper" && this.#isOperator(exchange)) {
      exchange.subject = "operator";
      return null;
    }
    const found = readCaller(this.#known, exchange, access === "newcomer");
    if (!found.ok) {
      exchange.answerFailure(found.failure);
      return undefined;
    }
    const { profile, key } = found.value;
    exchange.subject = key === null ? `agent/${profile.id}` : `agent/${profile.id} ${keyMark(key)}`;
    const refusal = key === null ? null : refuseKey(key, access, scope);
    if (refusal !== null) {
      exchange.answerFailure(refusal);
      return undefined;
    }
    if (access === "agent" || access === "newcomer" || profile.role === "admin") return found.value;
    exchange.answerFailure(notAnAdministrator);
    return undefined;
  }

  /**
   * As `admit` of a newcomer, but returns `nobody` without answering if the request has no session, or a cookie whose session has
   * ended. A wrong `Authorization` header is still answered 401, because a program must learn that its token is invalid.
   */
  findPerson(exchange: HttpExchange): DeskCaller | "nobody" | undefined {
    const isNobody = exchange.headerCount("authorization") === 0 && !readCaller(this.#known, exchange, true).ok;
    return isNobody ? "nobody" : this.admit(exchange, "newcomer");
  }

  /**
   * Returns the agent whose session the request carries, or else its address: agents have places for transfers that strangers
   * cannot take.
   */
  transferCaller(exchange: HttpExchange): AgentId | string {
    const token = readToken(this.#known, exchange);
    return (token === undefined ? undefined : this.#known.accounts.authenticate(token)) ?? exchange.remoteAddress();
  }

  #isOperator(exchange: HttpExchange): boolean {
    const { operatorToken = null } = this.#known;
    return (
      operatorToken !== null &&
      exchange.headerCount("authorization") === 1 &&
      isSameSecret(`Bearer ${operatorToken}`, exchange.header("authorization"))
    );
  }
}

/** The part of a cause and of a log entry that names the key. */
const keyMark = ({ name }: ApiKeyFacts): string => `key ${name}`;

/** The cause of what a request does, for the history. The name of a key follows the request's id. */
export const causeOf = (exchange: HttpExchange, caller: DeskCaller | null): string =>
  caller?.key == null ? exchange.requestId : `${exchange.requestId} ${keyMark(caller.key)}`;

/** Source: AUTH-16. */
export function refuseKey(key: ApiKeyFacts, access: keyof CallerOf, scope: OperationScope | undefined): Failure | null {
  if (scope === undefined) return { code: "access_denied", message: "API keys cannot call this address." };
  if (scope !== "any" && !key.scopes.includes(scope))
    return { code: "access_denied", message: `The API key does not have the scope ${scope}.` };
  if (key.channelIds.length === 0 || access === "agent" || access === "newcomer") return null;
  return { code: "access_denied", message: "This address is not for API keys of some channels." };
}

const readToken = (known: KnownCallers, exchange: HttpExchange): string | undefined =>
  exchange.headerCount("authorization") === 0 ? readSessionCookie(exchange, known) : readBearer(exchange);

export const signatureOf = ({ profile: { id, name, photo } }: DeskCaller): AgentSignature => ({ id, name, photo });

const notAnAdministrator: Failure = { code: "access_denied", message: "This address is for administrators." };

function readCaller(known: KnownCallers, exchange: HttpExchange, isOpenToNewcomers: boolean): Result<DeskCaller> {
  const headers = exchange.headerCount("authorization");
  if (headers > 1) return fail("unauthorized", "Header Authorization must be sent once.");
  const token = readToken(known, exchange);
  const agentId = token === undefined ? undefined : known.accounts.authenticate(token);
  const profile = agentId === undefined ? undefined : known.directory.agent(agentId)?.profile;
  const isKey = token !== undefined && isApiKey(token);
  const key = isKey ? known.accounts.apiKeys.find(token) : null;
  if (token === undefined || profile === undefined || key === undefined || (isKey && headers === 0))
    return fail("unauthorized", isKey ? noKey : noSession(known));
  const refusal = headers === 0 && isUnsafe(exchange.method) ? refuseForeignChange(known.origin, exchange) : null;
  if (refusal !== null) return { ok: false, failure: refusal };
  // Only browsers are refused, because a program cannot choose another password.
  const isBarred = headers === 0 && !isOpenToNewcomers && known.accounts.mustChangePassword(profile.email);
  return isBarred ? fail("access_denied", mustChangeFirst) : ok({ token, profile: viewerOf(profile, key), key });
}

/** An agent who sees no other channels than the key's. */
export const viewerOf = (profile: AgentProfile, key: ApiKeyFacts | null): ChannelViewer =>
  key === null || key.channelIds.length === 0 ? profile : { ...profile, onlyChannelIds: key.channelIds };

export const noKey =
  "The API key is wrong, expired or revoked, or it was not sent as Bearer in the header Authorization.";

/** The reason for refusing a browser with a generated password. */
export const mustChangeFirst =
  "The password was made for you and must be changed first: in the desk, or with POST /api/session/password.";

const noSession = ({ origin }: KnownCallers): string =>
  `Header Authorization must be Bearer and the token of a live session, or the cookie ${cookieNameAt(origin, sessionCookieName)} must carry one.`;

/** The token of the `Authorization` header. Call it before the handler returns. */
export const readBearer = (exchange: HttpExchange): string | undefined =>
  /^bearer +(\S+) *$/i.exec(exchange.header("authorization"))?.[1];

const isUnsafe = (method: string): boolean => method !== "get" && method !== "head";
