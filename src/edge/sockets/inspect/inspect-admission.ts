import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { mustChangeFirst, readBearer } from "../../routes/desk/desk-caller.ts";
import { refuseForeignOrigin } from "../../routes/desk/request/own-origin.ts";
import { cookieNameAt, readSessionCookie, sessionCookieName } from "../../routes/desk/session/session-cookie.ts";
import type { InspectParts } from "../../routes/inspect/inspect-parts.ts";

/** The administrator's session of an inspector. */
export interface InspectCaller {
  readonly agentId: AgentId;
  readonly token: string;
}

type AdmissionParts = Pick<InspectParts, "runtime" | "accounts" | "origin">;

/**
 * Admits an administrator by the session's token: as `Bearer`, as the password of `Basic` (for a peer that can only use a URL),
 * or in the cookie of the service's own page. Fails with `unauthorized` or `access_denied`. Call it before the handler returns.
 */
export function admitInspector(parts: AdmissionParts, exchange: HttpExchange): Result<InspectCaller> {
  const headers = exchange.headerCount("authorization");
  if (headers > 1) return fail("unauthorized", "Header Authorization must be sent once.");
  const token = headers === 1 ? (readBearer(exchange) ?? readPassword(exchange)) : readSessionCookie(exchange, parts);
  const agentId = token === undefined ? undefined : parts.accounts.authenticate(token);
  if (token === undefined || agentId === undefined) return fail("unauthorized", noSession(parts));
  const refusal = headers === 0 ? refuseForeignOrigin(parts.origin, exchange) : null;
  if (refusal !== null) return { ok: false, failure: refusal };
  const email = parts.runtime.directory.agent(agentId)?.profile.email ?? "";
  if (headers === 0 && parts.accounts.mustChangePassword(email)) return fail("access_denied", mustChangeFirst);
  const caller = { agentId, token };
  return isAdministrator(parts, caller) ? ok(caller) : fail("access_denied", "This address is for administrators.");
}

/** Returns why an admitted inspector may not stay; null while it may. */
export function refuseToStay(parts: AdmissionParts, caller: InspectCaller): string | null {
  if (parts.accounts.authenticate(caller.token) !== caller.agentId) return "The session has ended.";
  return isAdministrator(parts, caller) ? null : "The agent is no administrator any more.";
}

const isAdministrator = ({ runtime }: AdmissionParts, { agentId }: InspectCaller): boolean =>
  runtime.directory.agent(agentId)?.profile.role === "admin";

/** The password of `Basic`, with any user name. Source: RFC 7617, section 2. */
function readPassword(exchange: HttpExchange): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(exchange.header("authorization"))?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const nameEnd = decoded.indexOf(":");
  return nameEnd < 0 ? undefined : decoded.slice(nameEnd + 1);
}

const noSession = ({ origin }: AdmissionParts): string =>
  `Header Authorization must be Bearer and the token of a live session, or Basic with it as the password, or the cookie ${cookieNameAt(origin, sessionCookieName)} must carry one.`;
