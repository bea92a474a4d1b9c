import { channelMachine } from "../../../machines/channel/channel.machine.ts";
import type { ChannelContext, ChannelEffect, ChannelEvent } from "../../../machines/channel/channel.types.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { count, value, words } from "../../actors/history/kept-context.ts";
import { eachActor, readStored } from "../../actors/stored-actor.ts";
import { channelForm } from "../../codec/contexts/channel-form.ts";
import type { ActorRow, Store } from "../../ports/store.ts";
import type { ChannelEntry } from "../directory.ts";
import { release } from "../effects.ts";

/** Settings and status of one channel. */
export const channelActor = defineActor<ChannelContext, ChannelEvent, ChannelEffect>({
  kind: "channel",
  machine: channelMachine,
  form: channelForm,
  birthEvent: "channel.configured",
  keep: { "effect.channel.publish": release },
  history: {
    events: {
      "agent.presence-changed": ({ agentId, isAvailable }) => ({ agent: agentId, isAvailable }),
      "callback.answered": ({ callId }) => ({ call: callId }),
      "channel.configured": ({ settings }) => ({
        kind: settings.kind,
        enabled: settings.enabled,
        agents: settings.agentIds.length,
        hasBot: settings.bot !== null,
        hasWebhooks: settings.webhooks !== null,
        isSigned: settings.signingSecret !== null,
        requiresSignature: settings.requireSignature,
      }),
      "channel.removed": nothing,
    },
    effects: {
      "effect.channel.publish": ({ status, isRemoved }) => ({ status, isRemoved }),
    },
    context: { settings: words(1), availableAgentIds: count(2), declaredBalance: value(3) },
  },
});

/** The row must be a channel's. */
export function toChannelEntry(row: ActorRow): ChannelEntry {
  const { state, context } = readStored(channelActor, row);
  return { settings: context.settings, status: state === "online" ? 1 : 0, isRemoved: state === "removed" };
}

/** Reads the stored channels, for callers that run before the directory is loaded. */
export async function storedChannels(store: Store): Promise<readonly ChannelEntry[]> {
  const entries: ChannelEntry[] = [];
  await eachActor(store, "channel", (row) => entries.push(toChannelEntry(row)));
  return entries.filter(({ isRemoved }) => !isRemoved);
}
