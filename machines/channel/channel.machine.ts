import { setup } from "xstate";
import type { Tell } from "../effects.ts";
import type { AgentId } from "../ids.ts";
import type { AgentPresenceChanged, ChannelAssigned, ChannelUnassigned } from "../tells.ts";
import { agentAddress, soloConversation } from "../tells.ts";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";
import type {
  ChannelConfigured,
  ChannelContext,
  ChannelEffect,
  ChannelEvent,
  ChannelSettings,
} from "./channel.types.ts";

type Balances = Pick<ChannelContext, "settings" | "declaredBalance">;

const balanceOf = ({ widget }: ChannelSettings): number | null => widget?.callback.balance ?? null;

/** A channel of the chat API has no balance. */
const withBalance = (settings: ChannelSettings, balance: number | null): ChannelSettings =>
  settings.widget === null || balance === null
    ? settings
    : { ...settings, widget: { ...settings.widget, callback: { ...settings.widget.callback, balance } } };

/**
 * The new settings with the right balance. The config file is read at each start: it refills the balance only when its number differs from
 * its last one, so that a restart restores no counted call. Source: CALL-10.
 */
function withSettings(before: Balances, { settings, balance }: ChannelConfigured): Balances {
  const isDeclared = balance === "declared";
  const declaredBalance = isDeclared ? balanceOf(settings) : before.declaredBalance;
  const isKept = isDeclared ? declaredBalance === before.declaredBalance : balance === "kept";
  return { settings: isKept ? withBalance(settings, balanceOf(before.settings)) : settings, declaredBalance };
}

/** A callback was answered. Source: CALL-10. */
const withCallCounted = (settings: ChannelSettings): ChannelSettings =>
  withBalance(settings, Math.max(0, (balanceOf(settings) ?? 0) - 1));

const withAgent = (ids: readonly AgentId[], id: AgentId, isIn: boolean): readonly AgentId[] => {
  const others = ids.filter((other) => other !== id);
  return isIn ? [...others, id] : others;
};

/** Source: CH-12: only agents assigned to this channel count. */
const hasAvailableAgent = (settings: ChannelSettings, availableAgentIds: readonly AgentId[]): boolean =>
  settings.agentIds.some((id) => availableAgentIds.includes(id));

function tellAgents(agentIds: readonly AgentId[], event: ChannelAssigned | ChannelUnassigned): ChannelEffect {
  const tellOf = (id: AgentId): Tell<typeof event> => {
    const to = agentAddress(id);
    return { to, conversation: soloConversation(to), event };
  };
  return { type: "effect.actor.tell", tells: agentIds.map(tellOf) };
}

const publish = ({ settings }: ChannelContext, status: 0 | 1, isRemoved: boolean): ChannelEffect => ({
  type: "effect.channel.publish",
  settings,
  status,
  isRemoved,
});

const steps = {
  guards: {
    isDisabled: ({ settings }) => !settings.enabled,
    isStaffed: ({ settings, availableAgentIds }) => hasAvailableAgent(settings, availableAgentIds),
  },
  assigns: {
    /** A released agent sends no more presence: its last presence does not count when it comes back. */
    keepSettings: (context, event: ChannelConfigured) => ({
      ...withSettings(context, event),
      availableAgentIds: context.availableAgentIds.filter(
        (id) => context.settings.agentIds.includes(id) && event.settings.agentIds.includes(id),
      ),
    }),
    countCall: ({ settings }) => ({ settings: withCallCounted(settings) }),
    keepPresence: ({ availableAgentIds }, { agentId, isAvailable }: AgentPresenceChanged) => ({
      availableAgentIds: withAgent(availableAgentIds, agentId, isAvailable),
    }),
    forgetPresence: { availableAgentIds: [] },
  },
  emits: {
    /** Uses the settings before they are replaced, so it runs before `keepSettings`. */
    releaseAgents: ({ settings: { id: channelId, agentIds } }, { settings: next }: ChannelConfigured) => {
      const released = agentIds.filter((id) => !next.agentIds.includes(id));
      return tellAgents(released, { type: "channel.unassigned", channelId });
    },
    releaseAllAgents: ({ settings: { id: channelId, agentIds } }) =>
      tellAgents(agentIds, { type: "channel.unassigned", channelId }),
    /** All of them, not only new ones: an agent that is already assigned answers with its presence, which repairs ours. */
    takeOnAgents: ({ settings: { id: channelId, agentIds } }) =>
      tellAgents(agentIds, { type: "channel.assigned", channelId }),
    publishUnavailable: (context) => publish(context, 0, false),
    publishAvailable: (context) => publish(context, 1, false),
    publishRemoved: (context) => publish(context, 0, true),
  },
} satisfies Steps<ChannelContext, ChannelEffect>;

const chart = {
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
    /** Only a new write of its settings restores it. */
    removed: {
      entry: "publishRemoved",
      on: { "channel.removed": {}, "agent.presence-changed": {}, "callback.answered": {} },
    },
  },
} as const satisfies Chart<typeof steps, ChannelEvent>;

const types = {
  context: {} as ChannelContext,
  events: {} as ChannelEvent,
  input: {} as ChannelConfigured,
  emitted: {} as ChannelEffect,
};

/** The answer of the status query: disabled, offline and removed `0`, online `1`. Source: CH-11 to CH-14. */
export const channelMachine = setup(wire(types, steps)).createMachine({
  id: "channel",
  context: ({ input }) => ({
    settings: input.settings,
    availableAgentIds: [],
    declaredBalance: input.balance === "declared" ? balanceOf(input.settings) : null,
  }),
  ...chart,
});
