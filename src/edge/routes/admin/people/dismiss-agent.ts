import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { configureChannel, removeAgent } from "../../../../domain/configure.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * Removes an agent. Every step can be repeated, and the agent itself is removed last. If a step fails, the agent still exists and
 * can be removed again.
 *   1. The agent cannot log in, its sessions have ended, and its sockets are closed.
 *   2. The agent leaves every channel. A channel without agents is offline until it gets another one.
 *   3. The agent is removed, and its open chats wait again.
 */
export async function dismissAgent(
  { runtime, accounts, endAgent }: AdminParts,
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
