import type { AnyStateMachine } from "xstate";
import { agentMachine } from "../../machines/agent/agent.machine.ts";
import { botConversationMachine } from "../../machines/bot-conversation/bot-conversation.machine.ts";
import { callMachine } from "../../machines/call/call.machine.ts";
import { channelMachine } from "../../machines/channel/channel.machine.ts";
import { chatMachine } from "../../machines/chat/chat.machine.ts";
import { deliveryMachine } from "../../machines/delivery/delivery.machine.ts";
import { webhooksMachine } from "../../machines/webhooks/webhooks.machine.ts";
import type { ActorKind } from "../core/ids.ts";
import type { ActorEvent } from "./effects.ts";

/** How the runtime brings one kind of actor to life. */
export interface ActorDefinition {
  readonly kind: ActorKind;
  readonly machine: AnyStateMachine;
  /** Version of the stored form: raised, with a migration, when state names or the context change. */
  readonly version: number;
  /** The event that creates the actor; the first one carries the input itself. */
  readonly birthEvent: ActorEvent["type"] | null;
  /** Its birth event is its input alone: the new actor is not told it once more. */
  readonly isBornReady?: true;
}

export const definitions: Readonly<Record<ActorKind, ActorDefinition>> = {
  channel: { kind: "channel", machine: channelMachine, version: 5, birthEvent: "channel.configured" },
  agent: { kind: "agent", machine: agentMachine, version: 1, birthEvent: "agent.configured" },
  /** A chat is created by the turn that finds a client without an open one. */
  chat: { kind: "chat", machine: chatMachine, version: 8, birthEvent: null },
  /** Begins with the first message of a client whose channel has a bot. */
  bot: { kind: "bot", machine: botConversationMachine, version: 1, birthEvent: "client.wrote" },
  /** Begins with the first event the owner's server is to learn of a chat. */
  webhooks: { kind: "webhooks", machine: webhooksMachine, version: 1, birthEvent: "report.made" },
  call: { kind: "call", machine: callMachine, version: 1, birthEvent: "call.began" },
  delivery: {
    kind: "delivery",
    machine: deliveryMachine,
    version: 4,
    birthEvent: "delivery.queued",
    isBornReady: true,
  },
};
