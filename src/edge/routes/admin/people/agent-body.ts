import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { agentAnswer, toAgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { asAgentId } from "../../../../core/ids.ts";
import type { AgentEntry } from "../../../../domain/directory.ts";
import { bodyOf } from "../admin-docs.ts";
import type { AdminParts } from "../admin-parts.ts";

export interface AgentBody {
  readonly agent: AgentAnswer;
}

export const agentBody = bodyOf({ agent: agentAnswer });

export const showAgent = ({ declared }: AdminParts, entry: AgentEntry): AgentAnswer =>
  toAgentAnswer(entry, declared.agents.has(entry.profile.id));

const idPattern = /^[1-9][0-9]{0,14}$/;

/** Finds the agent by the id in the path. */
export const findAgent = ({ runtime }: AdminParts, idText: string): AgentEntry | undefined =>
  idPattern.test(idText) ? runtime.directory.agent(asAgentId(Number(idText))) : undefined;
