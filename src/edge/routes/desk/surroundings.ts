import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import { toDeskAgent } from "../../../codec/desk.ts";
import type { AgentEntry } from "../../../runtime/directory.ts";
import type { DeskParts } from "./desk-parts.ts";

const departmentsAtOnce = 1_000;

/**
 * Whom and what an agent works with, as `GET /api/session` shows it: administrators everything, others their channels, the
 * agents on them, and the departments of these. No secret of a channel is in it. Source: AUTH-14, AUTH-15.
 */
export async function readSurroundings(desk: Pick<DeskParts, "runtime" | "store">, profile: AgentProfile) {
  const { directory } = desk.runtime;
  const isAdministrator = profile.role === "admin";
  const channels = directory.channels().filter(({ settings }) => directory.canSee(profile, settings.id));
  const colleagueIds = new Set([profile.id, ...channels.flatMap(({ settings }) => settings.agentIds)]);
  const agents = directory.agents().filter((agent) => isAdministrator || colleagueIds.has(agent.profile.id));
  const known = new Set(agents.flatMap((agent) => agent.profile.departmentIds));
  const departments = (await allDepartments(desk)).filter(({ id }) => isAdministrator || known.has(id));
  return {
    agent: toDeskAgent(profile),
    channels: channels
      .map(({ settings: { id, name, kind, enabled }, status }) => ({ id, name, kind, status, enabled }))
      .sort((left, right) => (left.id < right.id ? -1 : 1)),
    agents: agents.map(toColleague).sort((left, right) => left.id - right.id),
    departments,
  };
}

const toColleague = ({ profile: { id, name, photo }, isAvailable }: AgentEntry) => ({
  id,
  name,
  photo,
  available: isAvailable,
});

async function allDepartments({ store }: Pick<DeskParts, "store">) {
  const departments: { readonly id: number; readonly name: string }[] = [];
  for (let after: readonly [number] | undefined; ; ) {
    const page = await store.scan("department", {
      ...(after === undefined ? {} : { after }),
      limit: departmentsAtOnce,
    });
    departments.push(...page.map(({ key, row }) => ({ id: key[0], name: row.name })));
    after = page.at(-1)?.key;
    if (page.length < departmentsAtOnce) return departments;
  }
}
