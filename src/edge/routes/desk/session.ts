import { sessionLifetimeMs } from "../../../accounts/sessions.ts";
import { toDeskAgent } from "../../../codec/desk.ts";
import { doneAnswer, loginAnswer, surroundingsAnswer } from "../../../codec/desk-answer-schemas.ts";
import { parseSessionRequest, sessionRequestSchema } from "../../../codec/desk-request.ts";
import type { Handler, Route } from "../../router.ts";
import type { DeskSockets } from "../../sockets/desk-sockets.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readBody } from "./read-body.ts";
import { forgetSessionCookie, keepSessionCookie } from "./session-cookie.ts";
import { readSurroundings } from "./surroundings.ts";

const secret = ["Cache-Control", "no-store"];
const lifetimeSeconds = sessionLifetimeMs / 1_000;

/**
 * `POST /api/session`: an agent logs in, 200 `{token, agent}` and the cookie. `GET`: whom and what the agent works with.
 * `DELETE`: logs out; answered when every channel of the agent knows, so that the next status query is right.
 * Source: CH-13, AUTH-15.
 */
export const sessionRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/session",
  methods: { get: getSession(desk), post: logIn(desk), delete: logOut(desk, sockets) },
  docs: {
    get: {
      id: "readSession",
      summary: "The caller, and the channels, agents and departments the caller works with.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "Whom and what the caller works with.", schema: surroundingsAnswer },
    },
    post: {
      id: "logIn",
      summary: "Logs in: answers a token, and sets it as the cookie parley_session.",
      tag: "Session",
      access: "anyone",
      request: { schema: sessionRequestSchema },
      answer: { status: 200, description: "A live session.", schema: loginAnswer },
      failures: ["invalid_request", "unauthorized", "payload_too_large", "rate_limited"],
    },
    delete: {
      id: "logOut",
      summary: "Ends the session, and the sockets that were opened with it.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The session has ended.", schema: doneAnswer },
    },
  },
});

const getSession =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    exchange.answer(200, { body: JSON.stringify(await readSurroundings(desk, caller.profile)) });
  };

const logIn =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const remoteAddress = exchange.remoteAddress();
    const userAgent = exchange.header("user-agent");
    const body = await readBody(exchange, desk.limits);
    const request = body.ok ? parseSessionRequest(body.value, desk.limits) : body;
    if (!request.ok) return exchange.answerFailure(request.failure);
    const { email, password } = request.value;
    const login = await desk.accounts.logIn(email, password, remoteAddress, userAgent);
    if (!login.ok) return exchange.answerFailure(login.failure);
    const { token, agentId } = login.value;
    exchange.subject = `agent/${agentId}`;
    const profile = desk.runtime.directory.agent(agentId)?.profile;
    if (profile === undefined)
      return exchange.answerFailure({ code: "unauthorized", message: "The account's agent does not exist any more." });
    const headers = [...secret, ...keepSessionCookie(token, lifetimeSeconds, desk.origin)];
    exchange.answer(200, { headers, body: JSON.stringify({ token, agent: toDeskAgent(profile) }) });
  };

const logOut =
  (desk: DeskParts, sockets: DeskSockets): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const ended = await sockets.endSession(caller.profile.id, caller.token, exchange.requestId);
    if (ended.ok) exchange.answer(200, { headers: forgetSessionCookie(desk.origin), body: '{"result":"ok"}' });
    else exchange.answerFailure(ended.failure);
  };
