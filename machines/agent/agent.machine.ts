import { assign, emit, setup } from "xstate";
import { channelAddress, soloConversation } from "../addresses.ts";
import type { AgentConfigured, AgentContext, AgentEffect, AgentEvent } from "./agent.types.ts";

/** The process that holds a socket is the part of its id before the dot. */
const isHeldBy = (socketId: string, processId: string): boolean => socketId.startsWith(`${processId}.`);

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

/**
 * Presence of one agent: present while a socket lives, available while the agent also says so. Every channel of
 * the agent is told of each change. Source: CH-12, CH-13.
 */
export const agentMachine = setup({
  types: {
    context: {} as AgentContext,
    events: {} as AgentEvent,
    input: {} as AgentConfigured,
    emitted: {} as AgentEffect,
  },
  guards: {
    hasNoSocket: ({ context }) => context.socketIds.length === 0,
    isSetAvailable: ({ context }) => context.isAvailable,
  },
  actions: {
    keepProfile: assign(({ context, event }) => ({
      profile: event.type === "agent.configured" ? event.profile : context.profile,
    })),
    keepSocket: assign(({ context, event }) =>
      event.type === "socket.opened"
        ? {
            socketIds: context.socketIds.includes(event.socketId)
              ? context.socketIds
              : [...context.socketIds, event.socketId],
            isAvailable: event.isAvailable ?? (context.socketIds.length === 0 || context.isAvailable),
          }
        : {},
    ),
    dropSocket: assign(({ context, event }) =>
      event.type === "socket.closed" ? { socketIds: context.socketIds.filter((id) => id !== event.socketId) } : {},
    ),
    dropForeignSockets: assign(({ context, event }) =>
      event.type === "process.started"
        ? { socketIds: context.socketIds.filter((id) => isHeldBy(id, event.processId)) }
        : {},
    ),
    dropSocketsOfSession: assign(({ context, event }) =>
      event.type === "agent.logged-out"
        ? { socketIds: context.socketIds.filter((id) => !event.socketIds.includes(id)) }
        : {},
    ),
    keepAvailability: assign(({ event }) =>
      event.type === "availability.changed" ? { isAvailable: event.isAvailable } : {},
    ),
    keepChannel: assign(({ context, event }) =>
      event.type === "channel.assigned" && !context.channelIds.includes(event.channelId)
        ? { channelIds: [...context.channelIds, event.channelId] }
        : {},
    ),
    dropChannel: assign(({ context, event }) =>
      event.type === "channel.unassigned"
        ? { channelIds: context.channelIds.filter((id) => id !== event.channelId) }
        : {},
    ),
    tellAvailable: emit(({ context }) => presenceTells(context, true)),
    tellUnavailable: emit(({ context }) => presenceTells(context, false)),
    publishAvailable: emit(({ context }) => ({
      type: "effect.agent.publish",
      profile: context.profile,
      isAvailable: true,
      isRemoved: false,
    })),
    publishUnavailable: emit(({ context }) => ({
      type: "effect.agent.publish",
      profile: context.profile,
      isAvailable: false,
      isRemoved: false,
    })),
    publishRemoved: emit(({ context }) => ({
      type: "effect.agent.publish",
      profile: context.profile,
      isAvailable: false,
      isRemoved: true,
    })),
    dropAllSockets: assign({ socketIds: [], isAvailable: false }),
  },
}).createMachine({
  id: "agent",
  context: ({ input }) => ({ profile: input.profile, socketIds: [], isAvailable: false, channelIds: [] }),
  initial: "deciding",
  on: {
    "agent.configured": { actions: "keepProfile", target: ".deciding" },
    "socket.opened": { actions: "keepSocket", target: ".deciding" },
    "socket.closed": { actions: "dropSocket", target: ".deciding" },
    "process.started": { actions: "dropForeignSockets", target: ".deciding" },
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
    /** Only its profile, written anew, brings it back. */
    removed: {
      entry: ["tellUnavailable", "publishRemoved"],
      on: {
        "agent.removed": {},
        "socket.opened": {},
        "socket.closed": {},
        "process.started": {},
        "agent.logged-out": {},
        "availability.changed": {},
        "channel.assigned": { actions: "keepChannel" },
      },
    },
  },
});
