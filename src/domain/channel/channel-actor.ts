import { channelMachine } from "../../../machines/channel/channel.machine.ts";
import type { ChannelContext, ChannelEffect, ChannelEvent } from "../../../machines/channel/channel.types.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { channelForm } from "../../codec/contexts/channel-form.ts";
import { release } from "../release.ts";

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
      "channel.configured": ({ settings: { kind, enabled, agentIds, bot, webhooks } }) => ({
        kind,
        enabled,
        agents: agentIds.length,
        hasBot: bot !== null,
        hasWebhooks: webhooks !== null,
      }),
      "channel.removed": nothing,
    },
    effects: {
      "effect.channel.publish": ({ status, isRemoved }) => ({ status, isRemoved }),
    },
  },
});
