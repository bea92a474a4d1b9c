import type { AgentId } from "../../../../../machines/ids.ts";
import { doneAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { sessionsAnswer, toDeskSession } from "../../../../codec/desk/desk-own.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { AgentSession, SessionChoice } from "../../../../domain/agent/accounts/session-facts.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { forgetSessionCookie } from "./session-cookie.ts";

/** The most sessions in the answer. Only programs that log in for every call create more, and nobody reads such a list. */
const shownMax = 1_000;

/**
 * `GET /api/sessions`: the caller's own sessions, newest first. `DELETE`: ends them all, also the caller's current one; answered,
 * as for a log-out, when every channel of the agent has been notified. Source: CH-13, AUTH-15.
 */
export const sessionsRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/sessions",
  methods: { get: listSessions(desk), delete: endAllSessions(desk, sockets) },
  docs: {
    get: {
      id: "listSessions",
      summary: `Lists the sessions of the caller, the newest first, at most ${shownMax}.`,
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The sessions of the agent.", schema: sessionsAnswer },
    },
    delete: {
      id: "endSessions",
      summary: "Ends all sessions of the agent with their sockets, also the session of the caller.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The agent is logged in nowhere.", schema: doneAnswer },
    },
  },
});

const listSessions =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const current = desk.accounts.sessionIdOf(caller.token);
    const known = [...desk.accounts.listSessions(caller.profile.id)].sort(newestFirst);
    const sessions = known.slice(0, shownMax).map((session) => toDeskSession(session, session.id === current));
    exchange.answer(200, { body: JSON.stringify({ sessions }) });
  };

const newestFirst = (left: AgentSession, right: AgentSession): number =>
  right.createdAtMs - left.createdAtMs || (left.id < right.id ? -1 : 1);

const endAllSessions =
  (desk: DeskParts, sockets: DeskSockets): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const ended = await endChosen(
      desk,
      sockets,
      { agentId: caller.profile.id, isChosen: () => true },
      exchange.requestId,
    );
    if (ended.ok) exchange.answer(200, { headers: forgetSessionCookie(desk.origin), body: '{"result":"ok"}' });
    else exchange.answerFailure(ended.failure);
  };

/** Ends the chosen sessions of an agent, in the same way as `endSession` of the sockets ends one session. */
export function endChosen(
  { accounts }: DeskParts,
  sockets: DeskSockets,
  ending: { readonly agentId: AgentId; readonly isChosen: SessionChoice },
  cause: string,
): Promise<Result<void>> {
  const end = async (): Promise<Result<void>> => {
    await accounts.endSessions(ending.agentId, ending.isChosen);
    return ok(undefined);
  };
  return sockets.endSessions(ending, end, cause);
}
