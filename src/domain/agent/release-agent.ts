import type { AgentId, ChatId } from "../../../machines/ids.ts";
import { agentAddress, chatAddress, soloConversation } from "../../../machines/tells.ts";
import { asAgentId, asChatId } from "../../core/ids.ts";
import { keyPages, scanKeys } from "../../core/rows/damaged-rows.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { ChatView } from "../chat/queries/chat-queries.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { Runtime } from "../runtime.ts";

/** One page is one run of turns. Turns of other conversations run in between. */
const rowsAtOnce = 100;
/** `/` sorts right before `0`. */
const factPrefix = "agent-leaves/";
const factsEnd = "agent-leaves0";

/**
 * Removes the agent and gives back its open and offered chats. Rejects with a StoreError when the
 * agent is still there. Chats that could not be given back are logged, and given back at the next start. The order is the
 * promise:
 *   1. note that the agent leaves, so that a process that starts after a kill finishes what this one began
 *   2. remove the agent: from now on nobody finds it, and it accepts no more chats
 *   3. give its chats back, until none is left
 *   4. forget the note
 */
export async function releaseAgent(parts: Runtime, id: AgentId): Promise<void> {
  await parts.store.commit({}, () => [{ table: "fact", key: [factPrefix + id], row: { text: "yes" } }]);
  await tellRemoved(parts, id);
  // Turns run in the order of their events: when this second event has run, all earlier requests of the agent have run too.
  await tellRemoved(parts, id);
  await finishRelease(parts, id).catch((error: unknown) => parts.defects.releaseFailed(`chats of agent ${id}`, error));
}

/** Finishes the releases that the last process began. */
export async function finishReleases(parts: Runtime): Promise<void> {
  const facts = await scanKeys(parts.store, "fact", { after: [factPrefix], until: [factsEnd], limit: 10_000 });
  for (const { key } of facts) await finishRelease(parts, asAgentId(Number(key[0].slice(factPrefix.length))));
}

/** Gives nothing back when the agent exists: the removal was not stored, or the agent was created again. */
async function finishRelease(parts: Runtime, id: AgentId): Promise<void> {
  // A chat that is handed over meanwhile moves from the first list to the second. It never moves back to this agent.
  for (const state of ["with_agent", "waiting"]) await releaseChats(parts, state, id);
  await parts.store.commit({}, () => [{ table: "fact", key: [factPrefix + id], row: null }]);
}

async function tellRemoved(parts: Runtime, id: AgentId): Promise<void> {
  const actor = agentAddress(id);
  const target = { kind: "actor", actor, conversation: soloConversation(actor) } as const;
  const outcome = await parts.post.send({ target, event: { type: "agent.removed" }, cause: "removal" });
  if (!outcome.ok) throw new StoreError(`${actor} could not be removed: ${outcome.failure.message}`);
}

async function releaseChats(parts: Runtime, state: string, id: AgentId): Promise<void> {
  const isBack = (): boolean => parts.directory.agent(id) !== undefined;
  for await (const page of keyPages(parts.store, "chatState", { prefix: [state], limit: rowsAtOnce }, isBack)) {
    await Promise.all(page.map(({ key }) => releaseChat(parts, asChatId(String(key[1])), id)));
  }
}

async function releaseChat(parts: Runtime, chatId: ChatId, agentId: AgentId): Promise<void> {
  const view = await tryRead(parts, chatId);
  if (view === undefined || !isHeldBy(view, agentId)) return;
  await parts.post.untilDone({
    target: { kind: "actor", actor: chatAddress(chatId), conversation: view.conversation },
    event: { type: "agent.left", nowMs: parts.clock.nowMs(), agentId },
    cause: `removed agent ${agentId}`,
  });
}

const isHeldBy = ({ context: { agent, offer } }: ChatView, id: AgentId): boolean =>
  agent?.id === id || (offer?.kind === "agent" && offer.id === id);

/** An unreadable chat does not stop the others from being given back. */
async function tryRead(parts: Runtime, chatId: ChatId): Promise<ChatView | undefined> {
  try {
    return await readChat(parts.store, chatId);
  } catch (error) {
    parts.defects.releaseFailed(`giving back chat ${chatId}`, error);
    return undefined;
  }
}
