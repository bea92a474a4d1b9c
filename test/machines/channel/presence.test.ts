import t from "tap";
import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { asActorKey, asAgentId, asChannelId, asConversationKey } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { plainChannel, random } from "../../harness/service-config.ts";
import { runTable } from "../table.ts";

const channelId = asChannelId("MOBILEAPP1");
const agentId = asAgentId(1);
const settings: ChannelSettings = { ...plainChannel, id: channelId, random };
const configured = (change: Partial<ChannelSettings> = {}): ActorEvent & { type: "channel.configured" } => ({
  type: "channel.configured",
  settings: { ...settings, ...change },
});
const presence = (id: number, isAvailable: boolean): ActorEvent => ({
  type: "agent.presence-changed",
  agentId: asAgentId(id),
  isAvailable,
});
const publishChannel = (status: 0 | 1, change: Partial<ChannelSettings> = {}): Effect => ({
  type: "effect.channel.publish",
  settings: { ...settings, ...change },
  status,
  isRemoved: false,
});
const publishRemovedChannel = { type: "effect.channel.publish", settings, status: 0, isRemoved: true } as const;
const toAgents = (type: "channel.assigned" | "channel.unassigned", ids: readonly number[]): Effect => ({
  type: "effect.actor.tell",
  tells: ids.map((id) => ({
    to: asActorKey(`agent/${id}`),
    conversation: asConversationKey(`agent/${id}`),
    event: { type, channelId },
  })),
});

runTable(t, {
  actor: asActorKey("channel/MOBILEAPP1"),
  conversation: asConversationKey("channel/MOBILEAPP1"),
  input: configured(),
  tests: {
    "[CH-12, CH-13] a channel is online while one of its agents is available": [
      {
        name: "a new channel takes on its agents and is offline",
        given: [],
        when: configured(),
        state: "offline",
        effects: [toAgents("channel.unassigned", []), toAgents("channel.assigned", [1]), publishChannel(0)],
      },
      {
        name: "an assigned agent available: 1",
        given: [],
        when: presence(1, true),
        state: "online",
        effects: [publishChannel(1)],
      },
      {
        name: "another agent does not count",
        given: [],
        when: presence(2, true),
        state: "offline",
        effects: [publishChannel(0)],
      },
      {
        name: "the last available agent gone: 0",
        given: [presence(1, true)],
        when: presence(1, false),
        state: "offline",
        effects: [publishChannel(0)],
      },
      {
        name: "one of two gone: still 1",
        given: [configured({ agentIds: [agentId, asAgentId(2)] }), presence(1, true), presence(2, true)],
        when: presence(1, false),
        state: "online",
        effects: [publishChannel(1, { agentIds: [agentId, asAgentId(2)] })],
      },
    ],
    "[CH-14] a channel that is disabled, removed or brought back": [
      {
        name: "disabled answers 0 whoever is there",
        given: [presence(1, true)],
        when: configured({ enabled: false }),
        state: "disabled",
        effects: [
          toAgents("channel.unassigned", []),
          toAgents("channel.assigned", [1]),
          publishChannel(0, { enabled: false }),
        ],
      },
      {
        name: "removed: its agents are let go and it is served no more",
        given: [presence(1, true)],
        when: { type: "channel.removed" },
        state: "removed",
        effects: [toAgents("channel.unassigned", [1]), publishRemovedChannel],
        context: { availableAgentIds: [] },
      },
      {
        name: "a disabled channel is removed like any other",
        given: [configured({ enabled: false })],
        when: { type: "channel.removed" },
        state: "removed",
        effects: [
          toAgents("channel.unassigned", [1]),
          { ...publishRemovedChannel, settings: { ...settings, enabled: false } },
        ],
      },
      {
        name: "removed twice is removed once",
        given: [{ type: "channel.removed" }],
        when: { type: "channel.removed" },
        state: "removed",
        effects: [],
      },
      {
        name: "nobody's presence brings a removed channel back",
        given: [{ type: "channel.removed" }],
        when: presence(1, true),
        state: "removed",
        effects: [],
        context: { availableAgentIds: [] },
      },
      {
        name: "its settings, written anew, bring it back, offline until its agents answer",
        given: [presence(1, true), { type: "channel.removed" }],
        when: configured({ name: "Again" }),
        state: "offline",
        effects: [
          toAgents("channel.unassigned", []),
          toAgents("channel.assigned", [1]),
          publishChannel(0, { name: "Again" }),
        ],
      },
    ],
    "[CH-06] agents that a channel takes on and lets go": [
      {
        name: "an agent that is let go is told and counts no more",
        given: [presence(1, true)],
        when: configured({ agentIds: [asAgentId(2)] }),
        state: "offline",
        effects: [
          toAgents("channel.unassigned", [1]),
          toAgents("channel.assigned", [2]),
          publishChannel(0, { agentIds: [asAgentId(2)] }),
        ],
      },
      {
        name: "what an agent said before it was let go does not count when it comes back",
        given: [presence(1, true), configured({ agentIds: [] })],
        when: configured(),
        state: "offline",
        effects: [toAgents("channel.unassigned", []), toAgents("channel.assigned", [1]), publishChannel(0)],
      },
      {
        name: "an agent that stays goes on to count",
        given: [presence(1, true)],
        when: configured({ agentIds: [agentId, asAgentId(2)] }),
        state: "online",
        effects: [
          toAgents("channel.unassigned", []),
          toAgents("channel.assigned", [1, 2]),
          publishChannel(1, { agentIds: [agentId, asAgentId(2)] }),
        ],
      },
    ],
  },
});

const profile: AgentProfile = {
  id: agentId,
  name: "Kim",
  email: "kim@example.com",
  phone: null,
  photo: null,
  departmentIds: [],
  role: "agent",
};
const opened = (socketId: string, isAvailable = true): ActorEvent => ({ type: "socket.opened", socketId, isAvailable });
const openedSilently = (socketId: string): ActorEvent => ({ type: "socket.opened", socketId });
const assigned: ActorEvent = { type: "channel.assigned", channelId };
const publishAgent = (isAvailable: boolean): Effect => ({
  type: "effect.agent.publish",
  profile,
  isAvailable,
  isRemoved: false,
});
const toChannel = (isAvailable: boolean): Effect => ({
  type: "effect.actor.tell",
  tells: [
    {
      to: asActorKey("channel/MOBILEAPP1"),
      conversation: asConversationKey("channel/MOBILEAPP1"),
      event: { type: "agent.presence-changed", agentId, isAvailable },
    },
  ],
});
const publishRemoved: Effect = { type: "effect.agent.publish", profile, isAvailable: false, isRemoved: true };
const sent = (isAvailable: boolean): Effect[] => [toChannel(isAvailable), publishAgent(isAvailable)];

runTable(t, {
  actor: asActorKey("agent/1"),
  conversation: asConversationKey("agent/1"),
  input: { type: "agent.configured", profile },
  tests: {
    "an agent is available while it has a socket that says so": [
      {
        name: "a channel that takes the agent on learns its presence",
        given: [],
        when: assigned,
        state: "absent",
        effects: sent(false),
      },
      {
        name: "a socket makes the agent available",
        given: [assigned],
        when: opened("p1.1"),
        state: "available",
        effects: sent(true),
      },
      {
        name: "a socket alone is not availability",
        given: [assigned],
        when: opened("p1.1", false),
        state: "unavailable",
        effects: sent(false),
      },
      {
        name: "the first socket makes the agent available unless it says otherwise",
        given: [assigned],
        when: openedSilently("p1.1"),
        state: "available",
        effects: sent(true),
      },
      {
        name: "another socket that says nothing leaves the agent unavailable",
        given: [assigned, opened("p1.1"), { type: "availability.changed", isAvailable: false }],
        when: openedSilently("p1.2"),
        state: "unavailable",
        effects: sent(false),
        context: { socketIds: ["p1.1", "p1.2"] },
      },
      {
        name: "another socket that says nothing leaves the agent available",
        given: [assigned, opened("p1.1")],
        when: openedSilently("p1.2"),
        state: "available",
        effects: sent(true),
      },
      {
        name: "what was set before the last socket went is forgotten",
        given: [assigned, opened("p1.1", false), { type: "socket.closed", socketId: "p1.1" }],
        when: openedSilently("p1.2"),
        state: "available",
        effects: sent(true),
      },
      {
        name: "set unavailable",
        given: [assigned, opened("p1.1")],
        when: { type: "availability.changed", isAvailable: false },
        state: "unavailable",
        effects: sent(false),
      },
      {
        name: "the last socket closed",
        given: [assigned, opened("p1.1")],
        when: { type: "socket.closed", socketId: "p1.1" },
        state: "absent",
        effects: sent(false),
      },
      {
        name: "one of two sockets closed",
        given: [assigned, opened("p1.1"), opened("p1.2")],
        when: { type: "socket.closed", socketId: "p1.1" },
        state: "available",
        effects: sent(true),
      },
      {
        name: "sockets of a process that is gone are gone",
        given: [assigned, opened("p1.1")],
        when: { type: "processes.lost", processIds: ["p0", "p1"] },
        state: "absent",
        effects: sent(false),
      },
      {
        name: "sockets of every other process stay, also of one whose id begins alike",
        given: [assigned, opened("p1.1"), opened("p2.1"), opened("p1+1.1")],
        when: { type: "processes.lost", processIds: ["p1"] },
        state: "available",
        effects: sent(true),
        context: { socketIds: ["p2.1", "p1+1.1"] },
      },
      {
        name: "logging out ends the sockets of the session",
        given: [assigned, opened("p1.1"), opened("p1.2")],
        when: { type: "agent.logged-out", socketIds: ["p1.1", "p1.2"] },
        state: "absent",
        effects: sent(false),
      },
      {
        name: "removed: its channels are told that it is gone, whatever sockets live",
        given: [assigned, opened("p1.1")],
        when: { type: "agent.removed" },
        state: "removed",
        effects: [toChannel(false), publishRemoved],
        context: { socketIds: [], isAvailable: false },
      },
      ...(
        [
          { type: "agent.removed" },
          { type: "socket.opened", socketId: "p1.2", isAvailable: true },
          { type: "socket.closed", socketId: "p1.1" },
          { type: "availability.changed", isAvailable: true },
          { type: "agent.logged-out", socketIds: ["p1.1"] },
          { type: "processes.lost", processIds: ["p1"] },
          { type: "channel.unassigned", channelId },
        ] as const
      ).map((event) => ({
        name: `a removed agent stays so after ${event.type}`,
        given: [assigned, opened("p1.1"), { type: "agent.removed" }] as const,
        when: event,
        state: "removed",
        effects: [],
        context: { socketIds: [], isAvailable: false },
      })),
      {
        name: "configured again it is there, absent until a socket comes, and its channels are told",
        given: [assigned, opened("p1.1"), { type: "agent.removed" }],
        when: { type: "agent.configured", profile },
        state: "absent",
        effects: sent(false),
      },
      {
        name: "a channel that took it on meanwhile is among them",
        given: [{ type: "agent.removed" }, assigned, { type: "agent.configured", profile }],
        when: opened("p1.1"),
        state: "available",
        effects: sent(true),
      },
    ],
    "a channel that lets the agent go hears no more of it": [
      {
        name: "a channel that lets the agent go hears no more of it",
        given: [assigned, { type: "channel.unassigned", channelId }],
        when: opened("p1.1"),
        state: "available",
        effects: [{ type: "effect.actor.tell", tells: [] }, publishAgent(true)],
      },
    ],
  },
});
