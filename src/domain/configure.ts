import { isDeepStrictEqual } from "node:util";
import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { ActorKey, AgentId, ChannelId } from "../../machines/ids.ts";
import { agentAddress, channelAddress, soloConversation } from "../../machines/tells.ts";
import { eachActor } from "../actors/stored-actor.ts";
import type { Peers } from "../ports/peers.ts";
import type { Store } from "../ports/store.ts";
import { StoreError } from "../ports/store-errors.ts";
import { dropLostSockets } from "./agent/lost-sockets.ts";
import { finishReleases, releaseAgent } from "./agent/release-agent.ts";
import { disconnectBot, finishDisconnects, isSameBot } from "./bot/disconnect-bot.ts";
import { toChannelEntry } from "./channel/channel-actor.ts";
import { failClosedChannels } from "./channel/close-channel.ts";
import type { ChannelEntry } from "./directory.ts";
import type { ActorEvent } from "./effects.ts";
import { toAgentEntry } from "./fresh-directory.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Loads the stored state. First come the directory and the tells that were not carried out. Then the agents with sockets of dead
 * processes receive an event that these sockets are closed. Last it finishes closing channels, releasing agents and disconnecting
 * bots. Resolves when all of it is committed. The unfinished work of a process that is lost later is done at that time.
 * Source: CH-13, DEL-08.
 */
export async function restore(store: Store, runtime: Runtime, peers: Peers): Promise<void> {
  await eachActor(store, "channel", (row) => runtime.directory.keepChannel(toChannelEntry(row), row.revision));
  await eachActor(store, "agent", (row) => {
    const entry = toAgentEntry(row);
    // If the last process was alone on the store, its sockets are closed with it.
    runtime.directory.keepAgent(runtime.isAlone ? { ...entry, isAvailable: false } : entry, row.revision);
  });
  await runtime.carryOutStoredTells();
  await dropLostSockets(runtime.store, runtime.post, (processId) => !peers.living().includes(processId));
  await finishTasks(runtime);
  peers.onLost(({ id }) => {
    finishTasks(runtime).catch((error: unknown) =>
      runtime.defects.releaseFailed(`the unfinished work of process ${id}`, error),
    );
  });
}

/** Finishes tasks of several commits whose process has ended. It does no harm if another process is still at work on them. */
async function finishTasks(runtime: Runtime): Promise<void> {
  await finishReleases(runtime);
  await finishDisconnects(runtime);
  if (runtime.directory.channelsEver().some(isClosed)) await failClosedChannels(runtime);
}

const isClosed = ({ isRemoved, settings }: ChannelEntry): boolean => isRemoved || !settings.enabled;

/** Creates or updates the agent. Resolves when that is durable. */
export async function configureAgent(runtime: Runtime, profile: AgentProfile): Promise<void> {
  if (isDeepStrictEqual(runtime.directory.agent(profile.id)?.profile, profile)) return;
  await tell(runtime, agentAddress(profile.id), { type: "agent.configured", profile });
}

/**
 * Creates or updates the channel. Resolves when that is durable. If the channel was disabled, all its waiting deliveries have then
 * failed; if it lost its bot, the bot's chats are then with the agents. `settings` must be derived from the settings in effect in
 * this tick. An equal call balance means no change, so calls that are counted meanwhile stay counted. Source: BOT-08, DEL-08,
 * CALL-10.
 */
export async function configureChannel(
  runtime: Runtime,
  settings: ChannelSettings,
  by: "administrator" | "config file" = "administrator",
): Promise<void> {
  const before = runtime.directory.find(settings.id)?.settings;
  // The file's balance must be known even when it equals the present one.
  const isDeclared = by === "config file" && settings.widget !== null;
  if (!isDeclared && isDeepStrictEqual(before, settings)) return;
  const isKept = before?.widget != null && before.widget.callback.balance === settings.widget?.callback.balance;
  const store = (): Promise<void> =>
    tell(runtime, channelAddress(settings.id), {
      type: "channel.configured",
      settings,
      ...(isKept && { balance: "kept" }),
      ...(isDeclared && { balance: "declared" }),
    });
  const bot = before?.bot ?? null;
  if (bot === null || isSameBot(bot, settings.bot)) await store();
  else await disconnectBot(runtime, settings.id, bot, store);
  if (before?.enabled === true && !settings.enabled) await failWaiting(runtime, settings.id);
}

/** Removes the agent and gives its chats back. Resolves when the removal is durable and the chats are given back. */
export const removeAgent = (runtime: Runtime, id: AgentId): Promise<void> => releaseAgent(runtime, id);

/**
 * Removes the channel. Resolves when that is durable, all waiting deliveries have failed, and the chats of
 * its bot are with the agents. Source: BOT-08, CH-14, DEL-08.
 */
export async function removeChannel(runtime: Runtime, id: ChannelId): Promise<void> {
  const remove = (): Promise<void> => tell(runtime, channelAddress(id), { type: "channel.removed" });
  const bot = runtime.directory.find(id)?.settings.bot ?? null;
  if (bot === null) await remove();
  else await disconnectBot(runtime, id, bot, remove);
  await failWaiting(runtime, id);
}

/** The channel is closed even if this fails: a missed delivery fails when its next attempt is due. */
const failWaiting = (runtime: Runtime, id: ChannelId): Promise<void> =>
  failClosedChannels(runtime).catch((error: unknown) => runtime.defects.releaseFailed(`closing channel ${id}`, error));

/** Rejects when the event could not be stored: the process must not serve with settings that a restart would lose. */
async function tell(runtime: Runtime, actor: ActorKey, event: ActorEvent): Promise<void> {
  const outcome = await runtime.post.send({
    target: { kind: "actor", actor, conversation: soloConversation(actor) },
    event,
    cause: "configuration",
  });
  if (!outcome.ok) throw new StoreError(`${actor} could not be stored: ${outcome.failure.message}`);
}
