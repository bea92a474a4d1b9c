import type { AgentContext, AgentProfile } from "../../../machines/agent/agent.machine.ts";
import { asAgentId, asChannelId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { agent } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, listOf, writeBytes } from "./context-bytes.ts";

export const agentForm: StoredForm<AgentContext> = {
  version: 1,
  encode: (context) => writeBytes((writer) => agent.AgentContext.encode(context as Unlocked<AgentContext>, writer)),
  decode(bytes) {
    const context = agent.AgentContext.decode(new ContextReader(bytes));
    return {
      profile: decodeProfile(context.profile as agent.AgentProfile),
      socketIds: context.socketIds,
      isAvailable: context.isAvailable,
      channelIds: listOf(context.channelIds, asChannelId),
    };
  },
};

const decodeProfile = (profile: agent.AgentProfile): AgentProfile => ({
  id: asAgentId(profile.id),
  name: profile.name,
  email: profile.email,
  phone: profile.phone ?? null,
  photo: profile.photo ?? null,
  departmentIds: profile.departmentIds,
  role: profile.role as AgentProfile["role"],
});
