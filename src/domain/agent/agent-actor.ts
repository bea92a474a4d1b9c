import type { AgentContext, AgentEffect, AgentEvent } from "../../../machines/agent/agent.machine.ts";
import { agentMachine } from "../../../machines/agent/agent.machine.ts";
import { noChatId } from "../../../machines/tells.ts";
import type { StepScope } from "../../actors/actor-definition.ts";
import { defineActor, nothing } from "../../actors/actor-definition.ts";
import { count, value, words } from "../../actors/history/kept-context.ts";
import { agentForm } from "../../codec/contexts/agent-form.ts";
import { release } from "../effects.ts";
import { reportsOf } from "../webhooks/reports.ts";

type PublishAgent = Extract<AgentEffect, { readonly type: "effect.agent.publish" }>;

/** Desks are shown each change, and endpoints are sent a change of presence. */
function publish(effect: PublishAgent, step: StepScope<AgentContext>): void {
  release(effect, step);
  for (const { body, tells } of reportsOf(step).makePresence(step.context, step.before, step.state))
    for (const tell of tells) {
      step.write({ table: "webhook", key: [Number(noChatId), tell.event.id], row: body });
      step.tell(tell);
    }
}

/** Presence, availability and channels of one agent. */
export const agentActor = defineActor<AgentContext, AgentEvent, AgentEffect>({
  kind: "agent",
  machine: agentMachine,
  form: agentForm,
  birthEvent: "agent.configured",
  keep: { "effect.agent.publish": publish },
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
