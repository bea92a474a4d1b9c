import type { HelloFrame } from "../../../codec/desk/desk-frames.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { mustChangeFirst } from "../../routes/desk/desk-caller.ts";
import type { DeskParts } from "../../routes/desk/desk-parts.ts";
import { refuseForeignOrigin } from "../../routes/desk/request/own-origin.ts";
import { readSessionCookie } from "../../routes/desk/session/session-cookie.ts";
import type { CookieSession, LinkOwner } from "./desk-link.ts";

export type HelloParts = Pick<DeskParts, "runtime" | "accounts">;

/** Also used for a session that ended during the lookup. */
export const noSession = fail(
  "unauthorized",
  "Field token must be the token of a live session, or the cookie must have one.",
);

/** Reads the session of the browser's cookie and checks the origin, because pages of other origins can open sockets too. */
export function readCookie(exchange: HttpExchange, parts: Pick<DeskParts, "origin" | "accounts">): CookieSession {
  const refusal = refuseForeignOrigin(parts.origin, exchange);
  const group = addressGroup(exchange.remoteAddress());
  return { group, token: readSessionCookie(exchange, parts), refusal: refusal?.message ?? null };
}

/** Finds the session of a hello by its token or else by the browser's cookie; fails with `unauthorized` or `access_denied`. */
export async function findOwner(
  hello: HelloFrame,
  cookie: CookieSession,
  parts: HelloParts,
): Promise<Result<LinkOwner>> {
  const isByCookie = hello.token === undefined;
  const token = hello.token ?? cookie.token;
  if (isByCookie && token !== undefined && cookie.refusal !== null) return fail("access_denied", cookie.refusal);
  const owner = await ownerOfToken(token, parts);
  if (owner === null) return noSession;
  return isByCookie && (await mustChangePassword(owner, parts)) ? fail("access_denied", mustChangeFirst) : ok(owner);
}

async function ownerOfToken(token: string | undefined, { accounts, runtime }: HelloParts): Promise<LinkOwner | null> {
  const agentId = token === undefined ? undefined : await accounts.authenticate(token);
  if (token === undefined || agentId === undefined || runtime.directory.agent(agentId) === undefined) return null;
  return { agentId, sessionId: accounts.sessionIdOf(token) };
}

const mustChangePassword = async ({ agentId }: LinkOwner, { accounts, runtime }: HelloParts): Promise<boolean> =>
  accounts.mustChangePassword(runtime.directory.agent(agentId)?.profile.email ?? "");
