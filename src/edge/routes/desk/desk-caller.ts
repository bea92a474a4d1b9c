import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentSignature } from "../../../../machines/chat/message.types.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { DeskParts } from "./desk-parts.ts";
import { refuseForeignChange } from "./request/own-origin.ts";
import type { CookieParts } from "./session/session-cookie.ts";
import { cookieNameAt, readSessionCookie, sessionCookieName } from "./session/session-cookie.ts";

/** The agent whose session a request carries. */
export interface DeskCaller {
  readonly token: string;
  readonly profile: AgentProfile;
}

/** The dependencies for finding the caller. */
export interface CallerParts {
  readonly runtime: Pick<DeskParts["runtime"], "directory">;
  readonly accounts: Pick<DeskParts["accounts"], "authenticate" | "mustChangePassword">;
  readonly origin: DeskParts["origin"];
}

/**
 * Finds the caller; null after answering. 401: no live session. 403: a foreign page used the browser's cookie, or the browser's
 * agent must first change a generated password. Call it before the handler returns. Source: AUTH-15, ERR-05.
 */
export function findCaller(desk: CallerParts, exchange: HttpExchange): DeskCaller | null {
  return answerCaller(desk, exchange, false);
}

/** As `findCaller`, but also for a browser with a generated password. Only for routes that change the password or log out. */
export function findNewcomer(desk: CallerParts, exchange: HttpExchange): DeskCaller | null {
  return answerCaller(desk, exchange, true);
}

function answerCaller(desk: CallerParts, exchange: HttpExchange, isOpenToNewcomers: boolean): DeskCaller | null {
  const found = readCaller(desk, exchange, isOpenToNewcomers);
  if (!found.ok) {
    exchange.answerFailure(found.failure);
    return null;
  }
  exchange.subject = `agent/${found.value.profile.id}`;
  return found.value;
}

/**
 * As `findNewcomer`, but returns `nobody` without answering if the request has no session, or a cookie whose session has ended. A
 * wrong `Authorization` header is still answered 401, because a program must learn that its token is invalid.
 */
export function findPerson(desk: CallerParts, exchange: HttpExchange): DeskCaller | "nobody" | null {
  const isNobody = exchange.headerCount("authorization") === 0 && !readCaller(desk, exchange, true).ok;
  return isNobody ? "nobody" : findNewcomer(desk, exchange);
}

/**
 * Returns the agent whose session the request carries, or else its address: agents have places for transfers that strangers cannot
 * take. Call it before the handler returns.
 */
export function findTransferCaller(
  desk: Pick<CallerParts, "accounts" | "origin">,
  exchange: HttpExchange,
): AgentId | string {
  const token = readToken(desk, exchange);
  return (token === undefined ? undefined : desk.accounts.authenticate(token)) ?? exchange.remoteAddress();
}

const readToken = (desk: CookieParts, exchange: HttpExchange): string | undefined =>
  exchange.headerCount("authorization") === 0 ? readSessionCookie(exchange, desk) : readBearer(exchange);

/** As `findCaller`, but answers 403 `access_denied` to an agent who is not an administrator. Source: AUTH-15, ERR-06. */
export function findAdministrator(desk: CallerParts, exchange: HttpExchange): DeskCaller | null {
  const caller = findCaller(desk, exchange);
  if (caller === null || caller.profile.role === "admin") return caller;
  exchange.answerFailure(notAnAdministrator);
  return null;
}

export const signatureOf = ({ profile: { id, name, photo } }: DeskCaller): AgentSignature => ({ id, name, photo });

const notAnAdministrator: Failure = { code: "access_denied", message: "This address is for administrators." };

function readCaller(desk: CallerParts, exchange: HttpExchange, isOpenToNewcomers: boolean): Result<DeskCaller> {
  const headers = exchange.headerCount("authorization");
  if (headers > 1) return fail("unauthorized", "Header Authorization must be sent once.");
  const token = readToken(desk, exchange);
  const agentId = token === undefined ? undefined : desk.accounts.authenticate(token);
  const profile = agentId === undefined ? undefined : desk.runtime.directory.agent(agentId)?.profile;
  if (token === undefined || profile === undefined) return fail("unauthorized", noSession(desk));
  const refusal = headers === 0 && isUnsafe(exchange.method) ? refuseForeignChange(desk.origin, exchange) : null;
  if (refusal !== null) return { ok: false, failure: refusal };
  // Only browsers are refused, because a program cannot choose another password.
  const isBarred = headers === 0 && !isOpenToNewcomers && desk.accounts.mustChangePassword(profile.email);
  return isBarred ? fail("access_denied", mustChangeFirst) : ok({ token, profile });
}

/** The reason for refusing a browser with a generated password. */
export const mustChangeFirst =
  "The password was made for you and must be changed first: in the desk, or with POST /api/session/password.";

const noSession = ({ origin }: CallerParts): string =>
  `Header Authorization must be Bearer and the token of a live session, or the cookie ${cookieNameAt(origin, sessionCookieName)} must carry one.`;

/** The token of the `Authorization` header. Call it before the handler returns. */
export const readBearer = (exchange: HttpExchange): string | undefined =>
  /^bearer +(\S+) *$/i.exec(exchange.header("authorization"))?.[1];

const isUnsafe = (method: string): boolean => method !== "get" && method !== "head";
