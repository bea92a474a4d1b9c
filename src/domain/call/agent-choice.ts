import type { AgentProfile } from "../../../machines/agent/agent.types.ts";
import type { AgentId, ChannelId } from "../../../machines/ids.ts";
import { createPacer } from "../../core/bounds/pacer.ts";
import { asChatId } from "../../core/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Key } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { Runtime } from "../runtime.ts";

/** Each turn of the event loop counts one page of chats, so that other work runs in between. */
const rowsAtOnce = 100;

type ChoiceParts = Pick<Runtime, "store" | "directory" | "defects">;

/**
 * Returns the agent for a call of the channel: the available agent with the fewest open chats, then with the lowest id;
 * `null` when none is available. Source: CALL-08.
 */
export async function chooseAgent(parts: ChoiceParts, channelId: ChannelId): Promise<AgentProfile | null> {
  const ids = [...new Set(parts.directory.find(channelId)?.settings.agentIds ?? [])];
  const available = ids.filter((id) => parts.directory.agent(id)?.isAvailable).sort((one, other) => one - other);
  const id = available.length > 1 ? await leastBusy(parts, available) : available[0];
  return id === undefined ? null : (parts.directory.agent(id)?.profile ?? null);
}

async function leastBusy(parts: ChoiceParts, ids: readonly AgentId[]): Promise<AgentId | undefined> {
  const counts = new Map(ids.map((id) => [id, 0]));
  const pace = createPacer();
  for (let after: Key<"chatState"> | undefined; ; ) {
    const range = { prefix: ["with_agent"], ...(after === undefined ? {} : { after }), limit: rowsAtOnce };
    const page = await scanKeys(parts.store, "chatState", range);
    for (const id of await Promise.all(page.map(({ key }) => agentOf(parts, key[1])))) {
      const count = id === undefined ? undefined : counts.get(id);
      if (id !== undefined && count !== undefined) counts.set(id, count + 1);
    }
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) break;
    await new Promise<void>((resolve) => pace(resolve));
  }
  const fewest = Math.min(...counts.values());
  return ids.find((id) => counts.get(id) === fewest);
}

/** An unreadable chat does not stop a call. */
async function agentOf({ store, defects }: ChoiceParts, chatNumber: number): Promise<AgentId | undefined> {
  try {
    return (await readChat(store, asChatId(String(chatNumber))))?.context.agent?.id;
  } catch (error) {
    defects.releaseFailed(`counting chat ${chatNumber}`, error);
    return undefined;
  }
}
