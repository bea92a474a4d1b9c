import type { AgentContext, AgentEffect, AgentEvent } from "../../../machines/agent/agent.machine.ts";
import { agentMachine } from "../../../machines/agent/agent.machine.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { count, value, words } from "../../actors/history/kept-context.ts";
import { agentForm } from "../../codec/contexts/agent-form.ts";
import { release } from "../effects.ts";

/** Presence, availability and channels of one agent. */
export const agentActor = defineActor<AgentContext, AgentEvent, AgentEffect>({
  kind: "agent",
  machine: agentMachine,
  form: agentForm,
  birthEvent: "agent.configured",
  keep: { "effect.agent.publish": release },
  history: {
    events: {
      "agent.configured": ({ profile: { role } }) => ({ role }),
      "agent.logged-out": ({ socketIds }) => ({ sockets: socketIds.length }),
      "agent.removed": nothing,
      "availability.changed": ({ isAvailable }) => ({ isAvailable }),
      "channel.assigned": ({ channelId }) => ({ channelId }),
      "channel.unassigned": ({ channelId }) => ({ channelId }),
      "processes.lost": ({ processIds }) => ({ processes: processIds.length }),
      "socket.closed": ({ socketId }) => ({ socketId }),
      "socket.opened": ({ socketId, isAvailable }) => ({ socketId, isAvailable }),
    },
    effects: {
      "effect.agent.publish": ({ isAvailable, isRemoved }) => ({ isAvailable, isRemoved }),
    },
    context: { profile: words(1), socketIds: count(2), isAvailable: value(3), channelIds: count(4) },
  },
});
