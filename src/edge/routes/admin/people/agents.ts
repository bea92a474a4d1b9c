import Type from "typebox";
import type { AgentCreation } from "../../../../codec/admin/admin-people.ts";
import { agentAnswer, agentCreation, parseAgentCreation, toNewProfile } from "../../../../codec/admin/admin-people.ts";
import { assert } from "../../../../core/assert.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { configureAgent } from "../../../../domain/configure.ts";
import type { AgentEntry } from "../../../../domain/directory.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc } from "../../desk/request/cursor.ts";
import { bodyOf, pageSchema } from "../admin-docs.ts";
import { answerChange, answerJson, readAdminBody } from "../admin-exchange.ts";
import type { AdminList } from "../admin-page.ts";
import { byNumber, pageOf } from "../admin-page.ts";
import type { AdminParts } from "../admin-parts.ts";
import type { AgentBody } from "./agent-body.ts";
import { showAgent } from "./agent-body.ts";
import { nextAgentId, refuseProfile } from "./agent-rules.ts";

/**
 * `GET /api/agents`: all agents by id. `POST`: creates an agent, 201 `{agent}`. A generated `password` is in this answer and
 * cannot be read again. Source: AUTH-15.
 */
export const agentsRoute = (admin: AdminParts): Route => ({
  pattern: "/api/agents",
  gate: "load",
  methods: { get: listAgents(admin), post: createAgent(admin) },
  docs: {
    get: {
      id: "listAgents",
      summary: "Lists the agents by id.",
      tag: "Agents",
      access: "administrator",
      query: [cursorDoc],
      answer: { status: 200, description: "A page of agents.", schema: pageSchema("agents", agentAnswer) },
      failures: ["invalid_request"],
    },
    post: {
      id: "createAgent",
      summary: "Creates an agent. The agent can log in at once.",
      tag: "Agents",
      access: "administrator",
      request: { schema: agentCreation },
      answer: {
        status: 201,
        description: "The agent, and the password when none was given.",
        schema: bodyOf({
          agent: agentAnswer,
          password: Type.Optional(
            Type.String({ description: "The service has made it for this agent. It is shown only here." }),
          ),
        }),
      },
      failures: ["conflict"],
    },
  },
});

const agentList: AdminList<AgentEntry, number> = { ...byNumber, name: "agents", idOf: ({ profile }) => profile.id };

const listAgents =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const { limits, runtime } = admin;
    const agents = runtime.directory.agents();
    const page = pageOf(agentList, agents, exchange.query("cursor"), limits.pageRowsMax);
    if (!page.ok) return exchange.answerFailure(page.failure);
    const { entries, cursor } = page.value;
    answerJson(exchange, 200, { agents: entries.map((entry) => showAgent(admin, entry)), cursor });
  };

const createAgent =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const creation = await readAdminBody(admin, exchange, parseAgentCreation);
    if (creation === null) return;
    await answerChange(admin, exchange, 201, () => create(admin, creation));
  };

/** Creates the account first, because an account without an agent allows no login and is removed at the next start. */
async function create(
  admin: AdminParts,
  creation: AgentCreation,
): Promise<Result<AgentBody & { readonly password?: string }>> {
  const refused = await refuseProfile(admin, creation);
  if (refused !== null) return { ok: false, failure: refused };
  const profile = toNewProfile(nextAgentId(admin), creation);
  const { id: agentId, email } = profile;
  const created = await admin.accounts.create({ agentId, email, password: creation.password });
  if (!created.ok) return created;
  await configureAgent(admin.runtime, profile);
  const entry = admin.runtime.directory.agent(agentId);
  assert(entry !== undefined, `agent ${agentId} was stored and is not there`);
  const agent = showAgent(admin, entry);
  return ok(creation.password === undefined ? { agent, password: created.value } : { agent });
}
