import { doneAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { ownPasswordRequest, parseOwnPasswordRequest } from "../../../../codec/desk/desk-own.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";
import { findNewcomer } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";

/**
 * `POST /api/session/password {current, password}`: changes the password and ends every other session of the agent. A
 * repeated request is answered like the first one. 403 if `current` is wrong; repeated failures are slowed like those of a login.
 * Source: CH-13, AUTH-15.
 */
export const passwordRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/session/password",
  methods: { post: changePassword(desk, sockets) },
  docs: {
    post: {
      id: "changeOwnPassword",
      summary: "Changes the password of the caller and ends every other session of the agent.",
      tag: "Session",
      access: "agent",
      request: { schema: ownPasswordRequest },
      answer: {
        status: 200,
        description: "The agent must log in with the new password from now on.",
        schema: doneAnswer,
      },
      failures: ["conflict"],
    },
  },
});

const changePassword =
  (desk: DeskParts, sockets: DeskSockets): Handler =>
  async (exchange) => {
    const caller = findNewcomer(desk, exchange);
    if (caller === null) return;
    const bytes = await readBody(exchange, desk.limits);
    const body = bytes.ok ? parseOwnPasswordRequest(bytes.value, desk.limits) : bytes;
    if (!body.ok) return exchange.answerFailure(body.failure);
    const { token } = caller;
    const { id: agentId, email } = caller.profile;
    const checked = await exchange.untimed(desk.accounts.changeOwnPassword({ agentId, email, token, ...body.value }));
    if (!checked.ok) return exchange.answerFailure(checked.failure);
    const kept = desk.accounts.sessionIdOf(token);
    const ending = { agentId, isChosen: (id: string) => id !== kept };
    const changed = await sockets.endSessions(ending, checked.value, exchange.requestId);
    if (changed.ok) exchange.answer(200, { body: '{"result":"ok"}' });
    else exchange.answerFailure(changed.failure);
  };
