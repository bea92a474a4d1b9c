import type { StateValueFrom } from "xstate";
import type { AgentContext, agentMachine } from "../../../machines/agent/agent.machine.ts";
import type { botConversationMachine } from "../../../machines/bot-conversation/bot-conversation.machine.ts";
import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { CallContext, callMachine } from "../../../machines/call/call.machine.ts";
import type { channelMachine } from "../../../machines/channel/channel.machine.ts";
import type { ChannelContext } from "../../../machines/channel/channel.types.ts";
import type { chatMachine } from "../../../machines/chat/chat.machine.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { deliveryMachine } from "../../../machines/delivery/delivery.machine.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { WebhooksContext, webhooksMachine } from "../../../machines/webhooks/webhooks.machine.ts";
import type { KeptStep } from "../../actors/history/history.ts";
import type { InspectedDeadline } from "../../codec/inspect/inspected.types.ts";
import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import type { ActorKind } from "../../core/ids.ts";

/** The context of each kind of actor. */
export interface Contexts {
  readonly agent: AgentContext;
  readonly bot: BotConversationContext;
  readonly call: CallContext;
  readonly channel: ChannelContext;
  readonly chat: ChatContext;
  readonly delivery: DeliveryContext;
  readonly webhooks: WebhooksContext;
}

/** The states of each kind that can be stored: all states of its machine but transient ones. */
export interface States {
  readonly agent: Exclude<StateValueFrom<typeof agentMachine>, "deciding">;
  readonly bot: StateValueFrom<typeof botConversationMachine>;
  readonly call: Exclude<StateValueFrom<typeof callMachine>, "idle">;
  readonly channel: Exclude<StateValueFrom<typeof channelMachine>, "deciding">;
  readonly chat: Exclude<StateValueFrom<typeof chatMachine>, "beginning">;
  readonly delivery: Exclude<StateValueFrom<typeof deliveryMachine>, "beginning">;
  readonly webhooks: StateValueFrom<typeof webhooksMachine>;
}

/** A stored actor with its last stored steps. */
export interface Seen<Kind extends ActorKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly state: string;
  /** The time when the actor entered its state, null if unknown. */
  readonly sinceMs: number | null;
  readonly deadlines: readonly InspectedDeadline[];
  readonly context: Contexts[Kind];
  /** The oldest first. */
  readonly steps: readonly KeptStep[];
}

/** The sources that a sentence can ask. */
export interface Around {
  /** Returns `undefined` for an unknown actor. */
  find<Kind extends ActorKind>(kind: Kind, id: string | number): Seen<Kind> | undefined;
  /** Returns `undefined` for an agent who never existed. */
  agentName(id: number): string | undefined;
  channelName(id: string): string | undefined;
}

/** Explains in one sentence or more why an actor is in its state. It uses nothing but its arguments. */
export type Explain<Kind extends ActorKind> = (seen: Seen<Kind>, around: Around) => readonly WhyPhrase[];

/** An explanation for each state. A new state of a machine does not compile without one. */
export type Explanations<Kind extends ActorKind> = { readonly [State in States[Kind]]: Explain<Kind> };

export interface AnsweredQuestion {
  readonly question: WhyPhrase;
  readonly answer: readonly WhyPhrase[];
}
