import type { Actor, AnyStateMachine, Snapshot } from "xstate";
import { createActor } from "xstate";
import { agentMachine } from "../../machines/agent/agent.machine.ts";
import { channelMachine } from "../../machines/channel/channel.machine.ts";
import { chatMachine } from "../../machines/chat/chat.machine.ts";
import type { ChatInput } from "../../machines/chat/chat.types.ts";
import { deliveryMachine } from "../../machines/delivery/delivery.machine.ts";
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
}

export const definitions: Readonly<Record<ActorKind, ActorDefinition>> = {
  channel: { kind: "channel", machine: channelMachine, version: 1, birthEvent: "channel.configured" },
  agent: { kind: "agent", machine: agentMachine, version: 1, birthEvent: "agent.configured" },
  /** A chat is created by the turn that finds a client without an open one. */
  chat: { kind: "chat", machine: chatMachine, version: 2, birthEvent: null },
  delivery: { kind: "delivery", machine: deliveryMachine, version: 2, birthEvent: "delivery.queued" },
};

export const createNewActor = (definition: ActorDefinition, input: ActorEvent | ChatInput): Actor<AnyStateMachine> =>
  createActor(definition.machine, { input });

/** Source of the shape: what `getPersistedSnapshot` gives for a machine without children. */
export const restoreActor = (definition: ActorDefinition, value: unknown, context: unknown): Actor<AnyStateMachine> =>
  createActor(definition.machine, {
    snapshot: { status: "active", value, context, historyValue: {}, children: {} } as unknown as Snapshot<unknown>,
  });
