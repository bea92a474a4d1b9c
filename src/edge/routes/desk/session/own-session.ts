import { doneAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { forgetSessionCookie } from "./session-cookie.ts";
import { endChosen } from "./sessions.ts";

/**
 * `DELETE /api/sessions/{id}`: ends one of the caller's own sessions; 404 for a session of another agent. Source: CH-13, AUTH-15.
 */
export const ownSessionRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/sessions/:id",
  methods: { delete: endOwnSession(desk, sockets) },
  docs: {
    delete: {
      id: "endSession",
      summary: "Ends one session of the caller and its sockets.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The session has ended.", schema: doneAnswer },
    },
  },
});

const endOwnSession =
  (desk: DeskParts, sockets: DeskSockets): Handler =>
  async (exchange, [id = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const { requestId } = exchange;
    const agentId = caller.profile.id;
    const own = desk.accounts.listSessions(agentId);
    if (!own.some((session) => session.id === id))
      return exchange.answerFailure({ code: "not_found", message: "There is no such session." });
    const ended = await endChosen(desk, sockets, { agentId, isChosen: (other) => other === id }, requestId);
    if (!ended.ok) return exchange.answerFailure(ended.failure);
    const isCurrent = desk.accounts.sessionIdOf(caller.token) === id;
    const headers = isCurrent ? forgetSessionCookie(desk.origin) : [];
    exchange.answer(200, { headers, body: '{"result":"ok"}' });
  };
