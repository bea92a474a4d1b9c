import type { AgentId } from "../../../../../machines/ids.ts";
import type { AgentChange } from "../../../../codec/admin/admin-people.ts";
import { agentChange, parseAgentChange, toChangedProfile } from "../../../../codec/admin/admin-people.ts";
import { assert } from "../../../../core/assert.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { configureAgent } from "../../../../domain/configure.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { removedAnswer } from "../admin-docs.ts";
import { answerChange, answerJson, answerMissing, missing, readAdminBody, removed } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import type { AgentBody } from "./agent-body.ts";
import { agentBody, findAgent, showAgent } from "./agent-body.ts";
import { refuseDeclared, refuseLastAdministrator, refuseProfile } from "./agent-rules.ts";
import { dismissAgent } from "./dismiss-agent.ts";

/**
 * `GET /api/agents/{id}`. `PATCH`: each given field replaces the stored value; a new password or role ends the agent's sessions.
 * `DELETE`: the agent is logged out, leaves every channel and returns its open chats. Source: AUTH-15.
 */
export const agentRoute = (admin: AdminParts): Route => ({
  pattern: "/api/agents/:id",
  gate: "load",
  methods: { get: getAgent(admin), patch: changeAgent(admin), delete: deleteAgent(admin) },
  docs: {
    get: {
      id: "getAgent",
      summary: "Returns one agent.",
      tag: "Agents",
      access: "administrator",
      answer: { status: 200, description: "The agent.", schema: agentBody },
    },
    patch: {
      id: "changeAgent",
      summary: "Changes the given fields. A new password or role ends the sessions of the agent.",
      tag: "Agents",
      access: "administrator",
      request: { schema: agentChange },
      answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
      failures: ["conflict"],
    },
    delete: {
      id: "deleteAgent",
      summary:
        "Deletes the agent. The sessions of the agent end, the agent leaves every channel, and the open chats wait again.",
      tag: "Agents",
      access: "administrator",
      answer: removedAnswer,
      failures: ["conflict"],
    },
  },
});

const getAgent =
  (admin: AdminParts): Handler =>
  (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const entry = findAgent(admin, idText);
    if (entry === undefined) answerMissing(exchange, "agent");
    else answerJson(exchange, 200, { agent: showAgent(admin, entry) });
  };

const changeAgent =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const { requestId } = exchange;
    const entry = findAgent(admin, idText);
    if (entry === undefined) return answerMissing(exchange, "agent");
    const body = await readAdminBody(admin, exchange, parseAgentChange);
    if (body === null) return;
    const { id } = entry.profile;
    await answerChange(admin, exchange, 200, () => change(admin, id, body, requestId));
  };

async function change(
  admin: AdminParts,
  agentId: AgentId,
  given: AgentChange,
  cause: string,
): Promise<Result<AgentBody>> {
  const { accounts, runtime, endAgent } = admin;
  const profile = runtime.directory.agent(agentId)?.profile;
  if (profile === undefined) return { ok: false, failure: missing("agent") };
  const next = toChangedProfile(profile, given);
  const refused =
    refuseDeclared(admin, profile, given) ??
    (await refuseProfile(admin, given, agentId)) ??
    (next.role === profile.role ? null : refuseLastAdministrator(admin, profile));
  if (refused !== null) return { ok: false, failure: refused };
  const account = { agentId, email: profile.email, nextEmail: next.email, password: given.password };
  const changed = await accounts.change(account, () => configureAgent(runtime, next));
  if (!changed.ok) return changed;
  await admin.photos.drop(profile.photo);
  if (given.password !== undefined || next.role !== profile.role) {
    await accounts.endSessions(agentId);
    const ended = await endAgent(agentId, cause);
    if (!ended.ok) return ended;
  }
  const entry = runtime.directory.agent(agentId);
  assert(entry !== undefined, `agent ${agentId} was changed and is not there`);
  return ok({ agent: showAgent(admin, entry) });
}

const deleteAgent =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const { requestId } = exchange;
    await answerChange(admin, exchange, 200, () => remove(admin, idText, requestId));
  };

async function remove(admin: AdminParts, idText: string, cause: string): Promise<Result<unknown>> {
  const entry = findAgent(admin, idText);
  if (entry === undefined) return { ok: false, failure: missing("agent") };
  const refused = refuseLastAdministrator(admin, entry.profile);
  if (refused !== null) return { ok: false, failure: refused };
  const dismissed = await dismissAgent(admin, entry.profile, cause);
  await admin.photos.drop(entry.profile.photo);
  return dismissed.ok ? ok(removed) : dismissed;
}
