import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../../machines/ids.ts";
import type { AgentChange } from "../../../../codec/admin/admin-people.ts";
import { asAgentId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { AdminParts } from "../admin-parts.ts";

const conflict = (message: string): Failure => ({ code: "conflict", message });

const sameAddress = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/**
 * Returns why an agent cannot have this e-mail or these departments. `self` is the agent's own id if the agent exists already.
 */
export async function refuseProfile(
  { runtime }: AdminParts,
  { email, departments = [] }: AgentChange,
  self?: AgentId,
): Promise<Failure | null> {
  for (const [index, id] of departments.entries()) {
    if (runtime.departments.find(id) !== undefined) continue;
    const message = `Field departments[${index}] must be the id of a department, got ${id}.`;
    return { code: "invalid_request", message };
  }
  const other =
    email === undefined
      ? undefined
      : runtime.directory.agents().find(({ profile }) => profile.id !== self && sameAddress(profile.email, email));
  return other === undefined ? null : conflict(`Field email is taken: agent ${other.profile.id} logs in with it.`);
}

/** Returns why a change is refused: the config file would undo it, or it would lock the agent out. */
export function refuseDeclared(
  { declared }: AdminParts,
  { id, email }: AgentProfile,
  change: AgentChange,
): Failure | null {
  if (change.password !== undefined && declared.passwords.has(id))
    return conflict(`The password of agent ${id} is set in the config file: change it there.`);
  if (change.email !== undefined && change.email !== email && declared.agents.has(id))
    return conflict(`The e-mail of agent ${id} is set in the config file: change it there.`);
  return null;
}

/** At least one administrator must remain. */
export function refuseLastAdministrator({ runtime }: AdminParts, { id, role }: AgentProfile): Failure | null {
  if (role !== "admin") return null;
  const isAnother = runtime.directory.agents().some(({ profile }) => profile.role === "admin" && profile.id !== id);
  return isAnother
    ? null
    : conflict(`Agent ${id} is the last administrator: make another agent an administrator first.`);
}

/** Returns an id above the ids of all agents, which no agent ever had. */
export function nextAgentId({ runtime, accounts }: AdminParts): AgentId {
  const { directory } = runtime;
  const taken = directory.agents().map(({ profile }) => profile.id);
  let id = Math.max(accounts.lastAgentId(), ...taken) + 1;
  while (directory.agentEver(asAgentId(id)) !== undefined) id += 1;
  return asAgentId(id);
}
