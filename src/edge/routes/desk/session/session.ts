import Type from "typebox";
import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import { toDeskAgent } from "../../../../codec/desk/desk.ts";
import { doneAnswer, loginAnswer, surroundingsAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { parseSessionRequest, sessionRequestSchema } from "../../../../codec/desk/desk-request.ts";
import { nullable } from "../../../../codec/desk/desk-schemas.ts";
import { sessionLifetimeMs } from "../../../../domain/agent/accounts/sessions.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findNewcomer, findPerson } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { refuseOtherThanJson } from "../request/media-type.ts";
import { refuseForeignLogin } from "../request/own-origin.ts";
import { readBody } from "../request/read-body.ts";
import { keepBrowserToken, readBrowserTokens } from "./known-browser-cookie.ts";
import { forgetSessionCookie, keepSessionCookie } from "./session-cookie.ts";
import { readSurroundings } from "./surroundings.ts";

const lifetimeSeconds = sessionLifetimeMs / 1_000;

/**
 * `POST /api/session`: an agent logs in, 200 `{token, agent}` and the cookie. `GET`: the agent, and the channels, colleagues and
 * departments that the agent works with. `DELETE`: logs out; answered when every channel of the agent has been notified, so that
 * the next status query is correct. Source: CH-13, AUTH-15.
 */
export const sessionRoute = (desk: DeskParts, sockets: DeskSockets): Route => ({
  pattern: "/api/session",
  methods: { get: getSession(desk), post: logIn(desk), delete: logOut(desk, sockets) },
  docs: {
    get: {
      id: "readSession",
      summary: "Returns the caller, and the channels, agents and departments that the caller works with.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The caller and what the caller works with.", schema: surroundingsAnswer },
    },
    post: {
      id: "logIn",
      summary:
        "Logs in. The answer has a token, and sets the token as the cookie parley_session, whose name starts with `__Host-` over TLS. The request must have the Content-Type application/json. Only pages of the service itself can call this operation.",
      tag: "Session",
      access: "anyone",
      request: { schema: sessionRequestSchema },
      answer: { status: 200, description: "A live session.", schema: loginAnswer },
      failures: ["invalid_request", "unauthorized", "access_denied", "payload_too_large", "rate_limited"],
    },
    delete: {
      id: "logOut",
      summary: "Ends the session and its sockets.",
      tag: "Session",
      access: "agent",
      answer: { status: 200, description: "The session has ended.", schema: doneAnswer },
    },
  },
});

const getSession =
  (desk: DeskParts): Handler =>
  (exchange) => {
    const caller = findNewcomer(desk, exchange);
    if (caller !== null) exchange.answer(200, { body: JSON.stringify(sessionOf(desk, caller)) });
  };

const sessionOf = (desk: DeskParts, { profile }: DeskCaller): object => ({
  ...readSurroundings(desk, profile),
  ...passwordNews(desk, profile),
});

/** `GET /api/session/optional`: for pages that do not know yet whether anybody is logged in. A browser writes each 401 to its console. */
export const optionalSessionRoute = (desk: DeskParts): Route => ({
  pattern: "/api/session/optional",
  methods: {
    get(exchange) {
      const caller = findPerson(desk, exchange);
      if (caller === null) return;
      exchange.answer(200, { body: JSON.stringify({ session: caller === "nobody" ? null : sessionOf(desk, caller) }) });
    },
  },
  docs: {
    get: {
      id: "findSession",
      summary: "Returns who the caller is, if anyone. A token in the header Authorization must count all the same.",
      tag: "Session",
      access: "anyone",
      answer: {
        status: 200,
        description: "The session.",
        schema: Type.Object(
          { session: nullable(surroundingsAnswer, "The answer of `GET /api/session`; null without a session.") },
          { additionalProperties: false },
        ),
      },
      failures: ["unauthorized"],
    },
  },
});

const logIn =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const refusal = refuseForeignLogin(desk.origin, exchange) ?? refuseOtherThanJson(exchange);
    if (refusal !== null) return exchange.answerFailure(refusal);
    const remoteAddress = exchange.remoteAddress();
    const userAgent = exchange.header("user-agent");
    const browserTokens = readBrowserTokens(exchange, desk.origin);
    const body = await readBody(exchange, desk.limits);
    const request = body.ok ? parseSessionRequest(body.value, desk.limits) : body;
    if (!request.ok) return exchange.answerFailure(request.failure);
    const { email, password } = request.value;
    const login = await exchange.untimed(
      desk.accounts.logIn(email, password, remoteAddress, { userAgent, tokens: browserTokens }),
    );
    if (!login.ok) return exchange.answerFailure(login.failure);
    const { token, agentId, browserToken } = login.value;
    exchange.subject = `agent/${agentId}`;
    const profile = desk.runtime.directory.agent(agentId)?.profile;
    if (profile === undefined)
      return exchange.answerFailure({ code: "unauthorized", message: "The account's agent does not exist any more." });
    const kept = keepBrowserToken(browserToken, browserTokens, desk.origin);
    exchange.answer(200, {
      headers: [...keepSessionCookie(token, lifetimeSeconds, desk.origin), ...kept],
      body: JSON.stringify({ token, agent: toDeskAgent(profile), ...passwordNews(desk, profile) }),
    });
  };

const passwordNews = ({ accounts }: DeskParts, { email }: AgentProfile): { readonly passwordMustChange?: true } =>
  accounts.mustChangePassword(email) ? { passwordMustChange: true } : {};

const logOut =
  (desk: DeskParts, sockets: DeskSockets): Handler =>
  async (exchange) => {
    const caller = findNewcomer(desk, exchange);
    if (caller === null) return;
    const ended = await sockets.endSession(caller.profile.id, caller.token, exchange.requestId);
    if (ended.ok) exchange.answer(200, { headers: forgetSessionCookie(desk.origin), body: '{"result":"ok"}' });
    else exchange.answerFailure(ended.failure);
  };
