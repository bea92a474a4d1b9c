import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { AgentSignature } from "../../../../machines/chat/chat.types.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskParts } from "./desk-parts.ts";
import { refuseForeignOrigin } from "./own-origin.ts";
import { readSessionCookie, sessionCookieName } from "./session-cookie.ts";

/** The agent whose session a request carries. */
export interface DeskCaller {
  readonly token: string;
  readonly profile: AgentProfile;
}

/** What says who calls. */
export interface CallerParts {
  readonly runtime: Pick<DeskParts["runtime"], "directory">;
  readonly accounts: Pick<DeskParts["accounts"], "authenticate">;
  readonly origin: DeskParts["origin"];
}

/**
 * Who calls; null after having answered: 401 without a live session, 403 when a foreign page used the browser's cookie. To be
 * asked before the handler returns. Source: AUTH-15, ERR-05.
 */
export function findCaller(desk: CallerParts, exchange: HttpExchange): DeskCaller | null {
  const found = readCaller(desk, exchange);
  if (!found.ok) {
    exchange.answerFailure(found.failure);
    return null;
  }
  exchange.subject = `agent/${found.value.profile.id}`;
  return found.value;
}

/** As `findCaller`, and 403 `access_denied` for an agent who is not an administrator. Source: AUTH-15, ERR-06. */
export function findAdministrator(desk: CallerParts, exchange: HttpExchange): DeskCaller | null {
  const caller = findCaller(desk, exchange);
  if (caller === null || caller.profile.role === "admin") return caller;
  exchange.answerFailure(notAnAdministrator);
  return null;
}

export const signatureOf = ({ profile: { id, name, photo } }: DeskCaller): AgentSignature => ({ id, name, photo });

const notAnAdministrator: Failure = { code: "access_denied", message: "This address is for administrators." };

function readCaller(desk: CallerParts, exchange: HttpExchange): Result<DeskCaller> {
  const headers = exchange.headerCount("authorization");
  if (headers > 1) return fail("unauthorized", "Header Authorization must be sent once.");
  const token = headers === 1 ? readBearer(exchange) : readSessionCookie(exchange);
  const agentId = token === undefined ? undefined : desk.accounts.authenticate(token);
  const profile = agentId === undefined ? undefined : desk.runtime.directory.agent(agentId)?.profile;
  if (token === undefined || profile === undefined) return fail("unauthorized", noSession);
  const refusal = headers === 0 && isUnsafe(exchange.method) ? refuseForeignOrigin(desk.origin, exchange) : null;
  return refusal === null ? ok({ token, profile }) : { ok: false, failure: refusal };
}

const noSession = `Header Authorization must be Bearer and the token of a live session, or the cookie ${sessionCookieName} must carry one.`;

/** The token of the `Authorization` header. Before the handler returns only. */
export const readBearer = (exchange: HttpExchange): string | undefined =>
  /^bearer +(\S+) *$/i.exec(exchange.header("authorization"))?.[1];

const isUnsafe = (method: string): boolean => method !== "get" && method !== "head";
