import { sessionLifetimeMs } from "../../../accounts/sessions.ts";
import { toDeskAgent } from "../../../codec/desk.ts";
import { parseSessionRequest } from "../../../codec/desk-request.ts";
import type { Handler, Route } from "../../router.ts";
import type { DeskSockets } from "../../sockets/desk-sockets.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { readBody } from "./read-body.ts";
import { forgetSessionCookie, keepSessionCookie } from "./session-cookie.ts";

const secret = ["Cache-Control", "no-store"];
const lifetimeSeconds = sessionLifetimeMs / 1_000;

/**
 * `POST /api/session`: an agent logs in, 200 `{token, agent}`. `DELETE`: logs out; answered when every channel of the agent
 * knows, so that the next status query is right. Source: CH-13, AUTH-15.
 */
export const sessionRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/session",
  methods: { post: logIn(desk), delete: logOut(desk, sockets) },
});

const logIn =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const remoteAddress = exchange.remoteAddress();
    const body = await readBody(exchange, desk.limits);
    const request = body.ok ? parseSessionRequest(body.value, desk.limits) : body;
    if (!request.ok) return exchange.answerFailure(request.failure);
    const { email, password } = request.value;
    const login = await desk.accounts.logIn(email, password, remoteAddress);
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
    const owner = { token: caller.token, agentId: caller.profile.id };
    const ended = await sockets.endSession(owner, exchange.requestId);
    if (ended.ok) exchange.answer(200, { headers: forgetSessionCookie(desk.origin), body: '{"result":"ok"}' });
    else exchange.answerFailure(ended.failure);
  };
