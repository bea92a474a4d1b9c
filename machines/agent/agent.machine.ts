import { setup } from "xstate";
import type { TellEffect } from "../effects.ts";
import type { AgentId, ChannelId } from "../ids.ts";
import type { AgentPresenceChanged, ChannelAssigned, ChannelUnassigned } from "../tells.ts";
import { channelAddress, soloConversation } from "../tells.ts";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";

export interface AgentProfile {
  readonly id: AgentId;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly departmentIds: readonly number[];
  readonly role: "admin" | "agent";
}

export interface AgentContext {
  readonly profile: AgentProfile;
  /** Live desk sockets; each id starts with the id of its process. */
  readonly socketIds: readonly string[];
  /** The agent's own switch; counts only while a socket lives. */
  readonly isAvailable: boolean;
  readonly channelIds: readonly ChannelId[];
}

/** Also creates the agent. */
interface AgentConfigured {
  readonly type: "agent.configured";
  readonly profile: AgentProfile;
}
interface SocketOpened {
  readonly type: "socket.opened";
  readonly socketId: string;
  /** Absent: unchanged while another socket lives, else available. */
  readonly isAvailable?: boolean;
}
interface SocketClosed {
  readonly type: "socket.closed";
  readonly socketId: string;
}
/** These processes are gone, with all their sockets. */
interface ProcessesLost {
  readonly type: "processes.lost";
  readonly processIds: readonly string[];
}
interface AvailabilityChanged {
  readonly type: "availability.changed";
  readonly isAvailable: boolean;
}
/** Every session ended: all sockets are gone. */
interface LoggedOut {
  readonly type: "agent.logged-out";
  readonly socketIds: readonly string[];
}

/** An administrator removed the agent; the record stays, because messages name it. */
interface AgentRemoved {
  readonly type: "agent.removed";
}

export type AgentEvent =
  | AgentRemoved
  | AgentConfigured
  | SocketOpened
  | SocketClosed
  | ProcessesLost
  | AvailabilityChanged
  | LoggedOut
  | ChannelAssigned
  | ChannelUnassigned;

/** Name, photo, role or channels of an agent, for the desk's sockets and lists. */
interface PublishAgentEffect {
  readonly type: "effect.agent.publish";
  readonly profile: AgentProfile;
  readonly isAvailable: boolean;
  readonly isRemoved: boolean;
}

export type AgentEffect = PublishAgentEffect | TellEffect<AgentPresenceChanged>;

/** The process of a socket: the part of the socket's id before the dot. */
export const processOf = (socketId: string): string => socketId.split(".", 1)[0] ?? socketId;

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
    // The agent is offline: no page of the agent is open.
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
