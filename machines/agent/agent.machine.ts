import { setup } from "xstate";
import { channelAddress, soloConversation } from "../addresses.ts";
import type { ChannelAssigned, ChannelUnassigned } from "../channel/channel.types.ts";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";
import type {
  AgentConfigured,
  AgentContext,
  AgentEffect,
  AgentEvent,
  AvailabilityChanged,
  LoggedOut,
  ProcessesLost,
  SocketClosed,
  SocketOpened,
} from "./agent.types.ts";
import { processOf } from "./socket-ids.ts";

function presenceTells(context: AgentContext, isAvailable: boolean): AgentEffect {
  return {
    type: "effect.actor.tell",
    tells: context.channelIds.map((channelId) => {
      const to = channelAddress(channelId);
      return {
        to,
        conversation: soloConversation(to),
        event: { type: "agent.presence-changed", agentId: context.profile.id, isAvailable },
      };
    }),
  };
}

const publish = ({ profile }: AgentContext, isAvailable: boolean, isRemoved: boolean): AgentEffect => ({
  type: "effect.agent.publish",
  profile,
  isAvailable,
  isRemoved,
});

const steps = {
  guards: {
    hasNoSocket: ({ socketIds }) => socketIds.length === 0,
    isSetAvailable: ({ isAvailable }) => isAvailable,
  },
  assigns: {
    keepProfile: (_, { profile }: AgentConfigured) => ({ profile }),
    keepSocket: ({ socketIds, isAvailable }, { socketId, isAvailable: isAsked }: SocketOpened) => ({
      socketIds: socketIds.includes(socketId) ? socketIds : [...socketIds, socketId],
      isAvailable: isAsked ?? (socketIds.length === 0 || isAvailable),
    }),
    dropSocket: ({ socketIds }, { socketId }: SocketClosed) => ({
      socketIds: socketIds.filter((id) => id !== socketId),
    }),
    dropLostSockets: ({ socketIds }, { processIds }: ProcessesLost) => ({
      socketIds: socketIds.filter((id) => !processIds.includes(processOf(id))),
    }),
    dropSocketsOfSession: ({ socketIds }, { socketIds: ended }: LoggedOut) => ({
      socketIds: socketIds.filter((id) => !ended.includes(id)),
    }),
    dropAllSockets: { socketIds: [], isAvailable: false },
    keepAvailability: (_, { isAvailable }: AvailabilityChanged) => ({ isAvailable }),
    keepChannel: ({ channelIds }, { channelId }: ChannelAssigned) => ({
      channelIds: channelIds.includes(channelId) ? channelIds : [...channelIds, channelId],
    }),
    dropChannel: ({ channelIds }, { channelId }: ChannelUnassigned) => ({
      channelIds: channelIds.filter((id) => id !== channelId),
    }),
  },
  emits: {
    tellAvailable: (context) => presenceTells(context, true),
    tellUnavailable: (context) => presenceTells(context, false),
    publishAvailable: (context) => publish(context, true, false),
    publishUnavailable: (context) => publish(context, false, false),
    publishRemoved: (context) => publish(context, false, true),
  },
} satisfies Steps<AgentContext, AgentEffect>;

const chart = {
  initial: "deciding",
  on: {
    "agent.configured": { actions: "keepProfile", target: ".deciding" },
    "socket.opened": { actions: "keepSocket", target: ".deciding" },
    "socket.closed": { actions: "dropSocket", target: ".deciding" },
    "processes.lost": { actions: "dropLostSockets", target: ".deciding" },
    "agent.logged-out": { actions: "dropSocketsOfSession", target: ".deciding" },
    "availability.changed": { actions: "keepAvailability", target: ".deciding" },
    "channel.assigned": { actions: "keepChannel", target: ".deciding" },
    "channel.unassigned": { actions: "dropChannel" },
    "agent.removed": { actions: "dropAllSockets", target: ".removed" },
  },
  states: {
    deciding: {
      always: [
        { guard: "hasNoSocket", target: "absent" },
        { guard: "isSetAvailable", target: "available" },
        { target: "unavailable" },
      ],
    },
    absent: { entry: ["tellUnavailable", "publishUnavailable"] },
    unavailable: { entry: ["tellUnavailable", "publishUnavailable"] },
    available: { entry: ["tellAvailable", "publishAvailable"] },
    /** Only a new write of its profile restores it. */
    removed: {
      entry: ["tellUnavailable", "publishRemoved"],
      on: {
        "agent.removed": {},
        "socket.opened": {},
        "socket.closed": {},
        "processes.lost": {},
        "agent.logged-out": {},
        "availability.changed": {},
        "channel.assigned": { actions: "keepChannel" },
      },
    },
  },
} as const satisfies Chart<typeof steps, AgentEvent>;

const types = {
  context: {} as AgentContext,
  events: {} as AgentEvent,
  input: {} as AgentConfigured,
  emitted: {} as AgentEffect,
};

/**
 * Presence of one agent: present while a socket lives, available while the agent's switch is also on. Every channel of
 * the agent is told of each change. Source: CH-12, CH-13.
 */
export const agentMachine = setup(wire(types, steps)).createMachine({
  id: "agent",
  context: ({ input }) => ({ profile: input.profile, socketIds: [], isAvailable: false, channelIds: [] }),
  ...chart,
});
