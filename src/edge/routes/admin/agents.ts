import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import type { AgentAnswer, AgentChange, AgentCreation } from "../../../codec/admin/admin-people.ts";
import {
  agentAnswer,
  agentChange,
  agentCreation,
  parseAgentChange,
  parseAgentCreation,
  toAgentAnswer,
  toChangedProfile,
  toNewProfile,
} from "../../../codec/admin/admin-people.ts";
import { asAgentId } from "../../../core/ids.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { assert, fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { MailInvitation } from "../../../domain/agent/invitation-mail.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import { configureAgent, configureChannel, removeAgent } from "../../../domain/configure.ts";
import type { AgentEntry } from "../../../domain/directory.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { Declared } from "./declared.ts";
import { bodyOf, byNumber, inTurn, listRecords, missing, removed, removedAnswer } from "./records.ts";

export interface Agents {
  readonly runtime: Runtime;
  readonly accounts: Accounts;
  readonly photos: Photos;
  readonly declared: Declared;
  readonly oneAtATime: OneAtATime;
  /** Closes the agent's sockets; resolves when its channels have been notified. */
  readonly endAgent: (agentId: AgentId, cause: string) => Promise<Result<void>>;
  readonly mailInvitation: MailInvitation;
}

export interface AgentBody {
  readonly agent: AgentAnswer;
}

export const agentBody = bodyOf({ agent: agentAnswer });

/** `/api/agents` and `/api/agents/{id}`. Source: AUTH-15. */
export const agentOperations = (agents: Agents): readonly Operation[] => [
  listAgents(agents),
  createAgent(agents),
  getAgent(agents),
  changeAgent(agents),
  deleteAgent(agents),
];

const common = { tag: "Agents", gate: "load", access: "administrator", scope: "administration" } as const;

export const showAgent = ({ declared }: Agents, entry: AgentEntry): AgentAnswer =>
  toAgentAnswer(entry, declared.agents.has(entry.profile.id));

const idPattern = /^[1-9][0-9]{0,14}$/;

/** Finds the agent by the id in the path. */
export function findAgent({ runtime }: Agents, idText: string): Result<AgentEntry> {
  const entry = idPattern.test(idText) ? runtime.directory.agent(asAgentId(Number(idText))) : undefined;
  return entry === undefined ? missing("agent") : ok(entry);
}

const listAgents = (agents: Agents): Operation =>
  listRecords({
    ...common,
    ...byNumber,
    path: "/api/agents",
    id: "listAgents",
    summary: "Lists the agents by id.",
    name: "agents",
    entry: agentAnswer,
    all: () => agents.runtime.directory.agents(),
    idOf: ({ profile }) => Number(profile.id),
    show: (entry) => showAgent(agents, entry),
  });

/** A generated `password` is in this answer and cannot be read again. */
const createAgent = (agents: Agents): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/agents",
    id: "createAgent",
    summary: "Creates an agent. The agent can log in at once.",
    body: { schema: agentCreation, parse: parseAgentCreation },
    answer: {
      status: 201,
      description: "The agent, and the password when none was given.",
      schema: bodyOf({
        agent: agentAnswer,
        password: Type.Optional(
          Type.String({
            description: "The service has made it for this agent. It is shown only here, and counts for 7 days.",
          }),
        ),
        mailed: Type.Optional(
          Type.Boolean({
            description:
              "Whether the mail server took the invitation. It is absent if the request has no `invitationLanguage`.",
          }),
        ),
      }),
    },
    failures: ["conflict"],
    async handle({ exchange, body }) {
      const made = await inTurn(agents.oneAtATime, exchange, () => create(agents, body));
      const { invitationLanguage: language, email } = body;
      if (!made.ok || language === undefined) return made;
      const { password } = made.value;
      const mailed =
        password !== undefined && (await exchange.untimed(agents.mailInvitation({ email, password }, language)));
      return ok({ ...made.value, mailed });
    },
  });

/** Creates the account first, because an account without an agent allows no login and is removed at the next start. */
async function create(
  agents: Agents,
  creation: AgentCreation,
): Promise<Result<AgentBody & { readonly password?: string }>> {
  const { runtime, accounts } = agents;
  const refused = refuseProfile(agents, creation);
  if (refused !== null) return refused;
  const profile = toNewProfile(nextAgentId(agents), creation);
  const { id: agentId, email } = profile;
  const created = await accounts.create({ agentId, email, password: creation.password });
  if (!created.ok) return created;
  await configureAgent(runtime, profile);
  const entry = runtime.directory.agent(agentId);
  assert(entry !== undefined, `agent ${agentId} was stored and is not there`);
  const agent = showAgent(agents, entry);
  return ok(creation.password === undefined ? { agent, password: created.value } : { agent });
}

const getAgent = (agents: Agents): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/agents/:id",
    id: "getAgent",
    summary: "Returns one agent.",
    find: ({ parameters: [id] }) => findAgent(agents, id),
    answer: { status: 200, description: "The agent.", schema: agentBody },
    handle: ({ found }) => ok({ agent: showAgent(agents, found) }),
  });

/** Each given field replaces the stored value; a new password or role ends the agent's sessions. */
const changeAgent = (agents: Agents): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/agents/:id",
    id: "changeAgent",
    summary: "Changes the given fields. A new password or role ends the sessions of the agent.",
    find: ({ parameters: [id] }) => findAgent(agents, id),
    body: { schema: agentChange, parse: parseAgentChange },
    answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
    failures: ["conflict"],
    handle: ({ exchange, cause, found, body }) =>
      inTurn(agents.oneAtATime, exchange, () => change(agents, found.profile.id, body, cause)),
  });

async function change(agents: Agents, agentId: AgentId, given: AgentChange, cause: string): Promise<Result<AgentBody>> {
  const { accounts, runtime, photos, endAgent } = agents;
  const profile = runtime.directory.agent(agentId)?.profile;
  if (profile === undefined) return missing("agent");
  const next = toChangedProfile(profile, given);
  const refused =
    refuseDeclared(agents, profile, given) ??
    refuseProfile(agents, given, agentId) ??
    (next.role === profile.role ? null : refuseLastAdministrator(agents, profile));
  if (refused !== null) return refused;
  const account = { agentId, email: profile.email, nextEmail: next.email, password: given.password };
  const changed = await accounts.change(account, () => configureAgent(runtime, next));
  if (!changed.ok) return changed;
  await photos.drop(profile.photo);
  if (given.password !== undefined || next.role !== profile.role) {
    await accounts.endSessions(agentId);
    const ended = await endAgent(agentId, cause);
    if (!ended.ok) return ended;
  }
  const entry = runtime.directory.agent(agentId);
  assert(entry !== undefined, `agent ${agentId} was changed and is not there`);
  return ok({ agent: showAgent(agents, entry) });
}

/** The agent is logged out, leaves every channel and returns its open chats. */
const deleteAgent = (agents: Agents): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/agents/:id",
    id: "deleteAgent",
    summary:
      "Deletes the agent. The sessions of the agent end, the agent leaves every channel, and the open chats wait again.",
    answer: removedAnswer,
    failures: ["conflict"],
    handle: ({ exchange, cause, parameters: [id] }) =>
      inTurn(agents.oneAtATime, exchange, async () => {
        const found = findAgent(agents, id);
        if (!found.ok) return found;
        const { profile } = found.value;
        const refused = refuseLastAdministrator(agents, profile);
        if (refused !== null) return refused;
        const dismissed = await dismiss(agents, profile, cause);
        await agents.photos.drop(profile.photo);
        return dismissed.ok ? removed : dismissed;
      }),
  });

/**
 * Removes an agent. Every step can be repeated, and the agent itself is removed last. If a step fails, the agent still exists and
 * can be removed again.
 *   1. The agent cannot log in, its sessions have ended, and its sockets are closed.
 *   2. The agent leaves every channel. A channel without agents is offline until it gets another one.
 *   3. The agent is removed, and its open chats wait again.
 */
async function dismiss(
  { runtime, accounts, endAgent }: Agents,
  { id, email }: AgentProfile,
  cause: string,
): Promise<Result<void>> {
  await accounts.remove(id, email);
  const ended = await endAgent(id, cause);
  if (!ended.ok) return ended;
  for (const { settings: earlier } of runtime.directory.channels()) {
    const settings = runtime.directory.find(earlier.id)?.settings;
    if (settings?.agentIds.includes(id) !== true) continue;
    const agentIds = settings.agentIds.filter((other) => other !== id);
    await configureChannel(runtime, { ...settings, agentIds });
  }
  await removeAgent(runtime, id);
  return ok(undefined);
}

type Refusal = ReturnType<typeof fail> | null;

/**
 * Returns why an agent cannot have this e-mail or these departments. `self` is the agent's own id if the agent exists already.
 */
function refuseProfile(
  { runtime }: Agents,
  { email, departments = [], addDepartments = [] }: AgentChange,
  self?: AgentId,
): Refusal {
  for (const [field, ids] of Object.entries({ departments, addDepartments })) {
    const index = ids.findIndex((id) => runtime.departments.find(id) === undefined);
    if (index < 0) continue;
    return fail("invalid_request", `Field ${field}[${index}] must be the id of a department, got ${ids[index]}.`);
  }
  if (email === undefined) return null;
  const isTaken = ({ profile }: AgentEntry) =>
    profile.id !== self && profile.email.toLowerCase() === email.toLowerCase();
  const other = runtime.directory.agents().find(isTaken);
  return other === undefined
    ? null
    : fail("conflict", `Field email is taken: agent ${other.profile.id} logs in with it.`);
}

/** Returns why a change is refused: the config file would undo it, or it would lock the agent out. */
function refuseDeclared({ declared }: Agents, { id, email }: AgentProfile, given: AgentChange): Refusal {
  if (given.password !== undefined && declared.passwords.has(id))
    return fail("conflict", `The password of agent ${id} is set in the config file: change it there.`);
  if (given.email !== undefined && given.email !== email && declared.agents.has(id))
    return fail("conflict", `The e-mail of agent ${id} is set in the config file: change it there.`);
  return null;
}

/** At least one administrator must remain. */
function refuseLastAdministrator({ runtime }: Agents, { id, role }: AgentProfile): Refusal {
  if (role !== "admin") return null;
  const isAnother = runtime.directory.agents().some(({ profile }) => profile.role === "admin" && profile.id !== id);
  return isAnother
    ? null
    : fail("conflict", `Agent ${id} is the last administrator: make another agent an administrator first.`);
}

/** Returns an id above the ids of all agents, which no agent ever had. */
function nextAgentId({ runtime, accounts }: Agents): AgentId {
  const { directory } = runtime;
  const taken = directory.agents().map(({ profile }) => profile.id);
  let id = Math.max(accounts.lastAgentId(), ...taken) + 1;
  while (directory.agentEver(asAgentId(id)) !== undefined) id += 1;
  return asAgentId(id);
}
