import Type from "typebox";
import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../../machines/ids.ts";
import { toDeskAgent } from "../../../../codec/desk/desk.ts";
import {
  chatsAnswer,
  doneAnswer,
  loginAnswer,
  surroundingsAnswer,
} from "../../../../codec/desk/desk-answer-schemas.ts";
import {
  ownPasswordRequest,
  parseOwnPasswordRequest,
  sessionsAnswer,
  toDeskSession,
} from "../../../../codec/desk/desk-own.ts";
import { parseSessionRequest, sessionRequestSchema } from "../../../../codec/desk/desk-request.ts";
import { nullable } from "../../../../codec/desk/desk-schemas.ts";
import type { DeskSurroundings } from "../../../../codec/desk/desk-surroundings.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { Accounts } from "../../../../domain/agent/accounts/accounts.ts";
import type { AgentSession, SessionChoice } from "../../../../domain/agent/accounts/session-facts.ts";
import { sessionLifetimeMs } from "../../../../domain/agent/accounts/sessions.ts";
import type { Directory } from "../../../../domain/directory.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";
import type { Operation } from "../../operation.ts";
import { operation, Reply, rawOperation } from "../../operation.ts";
import { rowsMax } from "../chat-list.ts";
import type { Callers } from "../desk-caller.ts";
import type { OwnOrigin } from "../request/own-origin.ts";
import { refuseForeignLogin, refuseOtherThanJson } from "../request/own-origin.ts";
import { count, queryOf } from "../request/query.ts";
import { forgetSessionCookie, keepBrowserToken, keepSessionCookie, readBrowserTokens } from "./session-cookie.ts";

interface Session {
  readonly callers: Callers;
  readonly accounts: Accounts;
  readonly directory: Directory;
  readonly origin: OwnOrigin;
  readonly sockets: DeskSockets;
  readonly readSurroundings: (profile: AgentProfile) => DeskSurroundings;
  /** Reads the first page of the open chats that the agent can see, as JSON. */
  readonly readOpenChats: (profile: AgentProfile, chatsMax: number) => Promise<Result<string>>;
}

/** `/api/session…`: the login, and the sessions of an agent. Source: CH-13, AUTH-15. */
export const sessionOperations = (session: Session): readonly Operation[] => [
  readSession(session),
  logIn(session),
  logOut(session),
  findSession(session),
  changePassword(session),
  listSessions(session),
  endSessions(session),
  endSession(session),
];

const common = { tag: "Session" } as const;
const lifetimeSeconds = sessionLifetimeMs / 1_000;
const done = ok({ result: "ok" });

const readSession = (session: Session): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/session",
    id: "readSession",
    scope: "any",
    summary: "Returns the caller, and the channels, agents and departments that the caller works with.",
    access: "newcomer",
    answer: { status: 200, description: "The caller and what the caller works with.", schema: surroundingsAnswer },
    handle: ({ caller }) => ok(show(session, caller.profile)),
  });

const show = (session: Session, profile: AgentProfile): object => ({
  ...session.readSurroundings(profile),
  ...passwordNews(session, profile),
});

const passwordNews = ({ accounts }: Session, { email }: AgentProfile): { readonly passwordMustChange?: true } =>
  accounts.mustChangePassword(email) ? { passwordMustChange: true } : {};

const logIn = (session: Session): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/session",
    id: "logIn",
    summary:
      "Logs in. The answer has a token, and sets the token as the cookie parley_session, whose name starts with `__Host-` over TLS. The request must have the Content-Type application/json. Only pages of the service itself can call this operation.",
    access: "anyone",
    find({ exchange }) {
      const { origin } = session;
      const failure = refuseForeignLogin(origin, exchange) ?? refuseOtherThanJson(exchange);
      if (failure !== null) return { ok: false, failure };
      const browser = { userAgent: exchange.header("user-agent"), tokens: readBrowserTokens(exchange, origin) };
      return ok({ browser, remoteAddress: exchange.remoteAddress() });
    },
    body: { schema: sessionRequestSchema, parse: parseSessionRequest },
    answer: { status: 200, description: "A live session.", schema: loginAnswer },
    failures: ["unauthorized", "access_denied", "rate_limited"],
    async handle({ exchange, found: { browser, remoteAddress }, body: { email, password } }) {
      const { accounts, directory, origin } = session;
      const login = await exchange.untimed(accounts.logIn(email, password, remoteAddress, browser));
      if (!login.ok) return login;
      const { token, agentId, browserToken } = login.value;
      exchange.subject = `agent/${agentId}`;
      const profile = directory.agent(agentId)?.profile;
      if (profile === undefined) return fail("unauthorized", "The account's agent does not exist any more.");
      const kept = keepBrowserToken(browserToken, browser.tokens, origin);
      const body = JSON.stringify({ token, agent: toDeskAgent(profile), ...passwordNews(session, profile) });
      return ok(new Reply(body, 200, [...keepSessionCookie(token, lifetimeSeconds, origin), ...kept]));
    },
  });

/** Answered when every channel of the agent has been notified, so that the next status query is correct. */
const logOut = ({ sockets, origin }: Session): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/session",
    id: "logOut",
    summary: "Ends the session and its sockets.",
    access: "newcomer",
    answer: { status: 200, description: "The session has ended.", schema: doneAnswer },
    async handle({ exchange, caller: { profile, token } }) {
      const ended = await sockets.endSession(profile.id, token, exchange.requestId);
      return ended.ok ? forgotten(origin) : ended;
    },
  });

const forgotten = (origin: OwnOrigin) => ok(new Reply('{"result":"ok"}', 200, forgetSessionCookie(origin)));

const chatsQuery = queryOf(
  {
    chats: count(
      "With this parameter the answer has the newest open chats, at most so many. All that changes after they were read follows the `cursor` of the session.",
      { min: 1, max: rowsMax },
    ),
  },
  ({ chats }) => ok(chats),
);

/**
 * For pages that do not know yet whether anybody is logged in. A browser writes each 401 to its console. The desk gets its first chats
 * with the session, so that it can draw everything after one request.
 */
const findSession = (session: Session): Operation =>
  rawOperation({
    ...common,
    method: "get",
    path: "/api/session/optional",
    id: "findSession",
    summary: "Returns who the caller is, if anyone. A token in the header Authorization must count all the same.",
    access: "anyone",
    query: chatsQuery.parameters,
    answer: {
      status: 200,
      description: "The session.",
      schema: Type.Object(
        {
          session: nullable(surroundingsAnswer, "The answer of `GET /api/session`; null without a session."),
          open: Type.Optional(
            Type.Object(chatsAnswer.properties, {
              additionalProperties: false,
              description: "Only with `chats`: the answer of `GET /api/chats?state=open`.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
    },
    failures: ["invalid_request", "unauthorized"],
    async serve({ exchange, limits }) {
      const person = session.callers.findPerson(exchange);
      if (person === undefined) return;
      const asked = chatsQuery.read(exchange, limits);
      if (!asked.ok) return exchange.answerFailure(asked.failure);
      if (person === "nobody") return exchange.answer(200, { body: '{"session":null}' });
      const { profile } = person;
      // Before the chats are read, so that every later change follows its cursor.
      const shown = JSON.stringify(show(session, profile));
      const chatsMax = session.accounts.mustChangePassword(profile.email) ? undefined : asked.value;
      const open = chatsMax === undefined ? ok(null) : await session.readOpenChats(profile, chatsMax);
      if (!open.ok) return exchange.answerFailure(open.failure);
      const chats = open.value === null ? "" : `,"open":${open.value}`;
      exchange.answer(200, { body: `{"session":${shown}${chats}}` });
    },
  });

/**
 * A repeated request is answered like the first one. 403 if `current` is wrong; repeated failures are slowed like those of a
 * login.
 */
const changePassword = ({ accounts, sockets }: Session): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/session/password",
    id: "changeOwnPassword",
    summary: "Changes the password of the caller and ends every other session of the agent.",
    access: "newcomer",
    body: { schema: ownPasswordRequest, parse: parseOwnPasswordRequest },
    answer: {
      status: 200,
      description: "The agent must log in with the new password from now on.",
      schema: doneAnswer,
    },
    failures: ["conflict"],
    async handle({ exchange, caller: { profile, token }, body }) {
      const { id: agentId, email } = profile;
      const checked = await exchange.untimed(accounts.changeOwnPassword({ agentId, email, token, ...body }));
      if (!checked.ok) return checked;
      const kept = accounts.sessionIdOf(token);
      const ending = { agentId, isChosen: (id: string) => id !== kept };
      const changed = await sockets.endSessions(ending, checked.value, exchange.requestId);
      return changed.ok ? done : changed;
    },
  });

/** The most sessions in the answer. Only programs that log in for every call create more, and nobody reads such a list. */
const shownMax = 1_000;

const listSessions = ({ accounts }: Session): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/sessions",
    id: "listSessions",
    summary: `Lists the sessions of the caller, the newest first, at most ${shownMax}.`,
    access: "agent",
    answer: { status: 200, description: "The sessions of the agent.", schema: sessionsAnswer },
    handle({ caller: { profile, token } }) {
      const current = accounts.sessionIdOf(token);
      const known = [...accounts.listSessions(profile.id)].sort(newestFirst);
      return ok({ sessions: known.slice(0, shownMax).map((one) => toDeskSession(one, one.id === current)) });
    },
  });

const newestFirst = (left: AgentSession, right: AgentSession): number =>
  right.createdAtMs - left.createdAtMs || (left.id < right.id ? -1 : 1);

/** Answered, as for a log-out, when every channel of the agent has been notified. */
const endSessions = (session: Session): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/sessions",
    id: "endSessions",
    summary: "Ends all sessions of the agent with their sockets, also the session of the caller.",
    access: "agent",
    answer: { status: 200, description: "The agent is logged in nowhere.", schema: doneAnswer },
    async handle({ exchange, caller: { profile } }) {
      const ended = await endChosen(session, profile.id, () => true, exchange.requestId);
      return ended.ok ? forgotten(session.origin) : ended;
    },
  });

/** 404 for a session of another agent. */
const endSession = (session: Session): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/sessions/:id",
    id: "endSession",
    summary: "Ends one session of the caller and its sockets.",
    access: "agent",
    answer: { status: 200, description: "The session has ended.", schema: doneAnswer },
    async handle({ exchange, caller: { profile, token }, parameters: [id] }) {
      const { accounts, origin } = session;
      if (!accounts.listSessions(profile.id).some((own) => own.id === id))
        return fail("not_found", "There is no such session.");
      const ended = await endChosen(session, profile.id, (other) => other === id, exchange.requestId);
      if (!ended.ok) return ended;
      return accounts.sessionIdOf(token) === id ? forgotten(origin) : done;
    },
  });

/** Ends the chosen sessions of an agent, in the same way as `endSession` of the sockets ends one session. */
function endChosen(
  { accounts, sockets }: Session,
  agentId: AgentId,
  isChosen: SessionChoice,
  cause: string,
): Promise<Result<void>> {
  const end = async (): Promise<Result<void>> => {
    await accounts.endSessions(agentId, isChosen);
    return ok(undefined);
  };
  return sockets.endSessions({ agentId, isChosen }, end, cause);
}
