import type { ChannelChange } from "../../../codec/admin-channel.ts";
import { asAgentId } from "../../../core/ids.ts";
import type { Failure } from "../../../core/result.ts";
import type { AdminParts } from "./admin-parts.ts";

/** Why the webhook URL may not be kept, its name resolved. Source: CH-04, AUTH-05, AUTH-06. */
export async function refuseTarget(admin: AdminParts, { webhookUrl }: ChannelChange): Promise<Failure | null> {
  const refused = webhookUrl === undefined ? null : await admin.checkTarget(webhookUrl);
  return refused && { ...refused, message: `Field webhookUrl must be a permitted target. ${refused.message}` };
}

/** Why these agents cannot work on a channel. Source: CH-04. */
export function refuseAgents({ runtime }: AdminParts, { agents = [] }: ChannelChange): Failure | null {
  const index = agents.findIndex((id) => runtime.directory.agent(asAgentId(id)) === undefined);
  if (index < 0) return null;
  return {
    code: "invalid_request",
    message: `Field agents[${index}] must be the id of an agent, got ${agents[index]}.`,
  };
}
