import { assign, emit, setup } from "xstate";
import { agentAddress, soloConversation } from "../addresses.ts";
import type { Tell } from "../effects.ts";
import type { AgentId } from "../ids.ts";
import { balanceOf, withCallCounted, withSettings } from "./call-balance.ts";
import type {
  ChannelAssigned,
  ChannelConfigured,
  ChannelContext,
  ChannelEffect,
  ChannelEvent,
  ChannelSettings,
  ChannelUnassigned,
} from "./channel.types.ts";

const withAgent = (ids: readonly AgentId[], id: AgentId, isIn: boolean): readonly AgentId[] => {
  const others = ids.filter((other) => other !== id);
  return isIn ? [...others, id] : others;
};

/** Source: CH-12: only agents assigned to this channel count. */
const hasAvailableAgent = (settings: ChannelSettings, availableAgentIds: readonly AgentId[]): boolean =>
  settings.agentIds.some((id) => availableAgentIds.includes(id));

function tellAgents(
  agentIds: readonly AgentId[],
  event: ChannelAssigned | ChannelUnassigned,
): readonly Tell<ChannelAssigned | ChannelUnassigned>[] {
  return agentIds.map((id) => {
    const to = agentAddress(id);
    return { to, conversation: soloConversation(to), event };
  });
}

/** What the status query answers: disabled, offline and removed `0`, online `1`. Source: CH-11 to CH-14. */
export const channelMachine = setup({
  types: {
    context: {} as ChannelContext,
    events: {} as ChannelEvent,
    input: {} as ChannelConfigured,
    emitted: {} as ChannelEffect,
  },
  guards: {
    isDisabled: ({ context }) => !context.settings.enabled,
    isStaffed: ({ context }) => hasAvailableAgent(context.settings, context.availableAgentIds),
  },
  actions: {
    /** Reads the settings before they are replaced, so it runs ahead of `keepSettings`. */
    releaseAgents: emit(({ context, event }) => {
      const next = event.type === "channel.configured" ? event.settings.agentIds : context.settings.agentIds;
      const released = context.settings.agentIds.filter((id) => !next.includes(id));
      return {
        type: "effect.actor.tell",
        tells: tellAgents(released, { type: "channel.unassigned", channelId: context.settings.id }),
      };
    }),
    /** An agent that is let go tells no more: when it comes back, what it said before counts no longer. */
    keepSettings: assign(({ context, event }) =>
      event.type === "channel.configured"
        ? {
            ...withSettings(context, event),
            availableAgentIds: context.availableAgentIds.filter(
              (id) => context.settings.agentIds.includes(id) && event.settings.agentIds.includes(id),
            ),
          }
        : {},
    ),
    countCall: assign(({ context }) => ({ settings: withCallCounted(context.settings) })),
    forgetPresence: assign({ availableAgentIds: [] }),
    /** All of them, not only new ones: an agent that knows already answers with its presence, which repairs ours. */
    takeOnAgents: emit(({ context }) => ({
      type: "effect.actor.tell",
      tells: tellAgents(context.settings.agentIds, { type: "channel.assigned", channelId: context.settings.id }),
    })),
    keepPresence: assign(({ context, event }) =>
      event.type === "agent.presence-changed"
        ? { availableAgentIds: withAgent(context.availableAgentIds, event.agentId, event.isAvailable) }
        : {},
    ),
    publishUnavailable: emit(({ context }) => ({
      type: "effect.channel.publish",
      settings: context.settings,
      status: 0,
      isRemoved: false,
    })),
    publishAvailable: emit(({ context }) => ({
      type: "effect.channel.publish",
      settings: context.settings,
      status: 1,
      isRemoved: false,
    })),
    publishRemoved: emit(({ context }) => ({
      type: "effect.channel.publish",
      settings: context.settings,
      status: 0,
      isRemoved: true,
    })),
    releaseAllAgents: emit(({ context }) => ({
      type: "effect.actor.tell",
      tells: tellAgents(context.settings.agentIds, { type: "channel.unassigned", channelId: context.settings.id }),
    })),
  },
}).createMachine({
  id: "channel",
  context: ({ input }) => ({
    settings: input.settings,
    availableAgentIds: [],
    declaredBalance: input.balance === "declared" ? balanceOf(input.settings) : null,
  }),
  initial: "deciding",
  on: {
    "channel.configured": { actions: ["releaseAgents", "keepSettings", "takeOnAgents"], target: ".deciding" },
    "channel.removed": { actions: ["releaseAllAgents", "forgetPresence"], target: ".removed" },
    "agent.presence-changed": { actions: "keepPresence", target: ".deciding" },
    "callback.answered": { actions: "countCall", target: ".deciding" },
  },
  states: {
    deciding: {
      always: [
        { guard: "isDisabled", target: "disabled" },
        { guard: "isStaffed", target: "online" },
        { target: "offline" },
      ],
    },
    disabled: { entry: "publishUnavailable" },
    offline: { entry: "publishUnavailable" },
    online: { entry: "publishAvailable" },
    /** Only its settings, written anew, bring it back. */
    removed: {
      entry: "publishRemoved",
      on: { "channel.removed": {}, "agent.presence-changed": {}, "callback.answered": {} },
    },
  },
});
