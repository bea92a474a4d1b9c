import type { AgentProfile } from "../../../../../machines/agent/agent.types.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { configureChannel, removeAgent } from "../../../../domain/configure.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * Takes an agent away. Every step can be repeated, and the agent itself goes last: whoever finds it still there after a
 * failure removes it again.
 *   1. nobody logs in as the agent any more, every session has ended, every socket is closed
 *   2. it leaves every channel, the last agent of one too: that channel is offline until it gets another
 *   3. the agent is gone, its open chats wait again
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
