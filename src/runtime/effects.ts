import type { AgentEffect, AgentEvent } from "../../machines/agent/agent.types.ts";
import type {
  BotConversationEffect,
  BotConversationEvent,
} from "../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChannelEffect, ChannelEvent } from "../../machines/channel/channel.types.ts";
import type { ChatEffect, ChatEvent } from "../../machines/chat/chat.types.ts";
import type { DeliveryEffect, DeliveryEvent } from "../../machines/delivery/delivery.types.ts";

/** Everything a machine may ask for. The turn carries out what is stored, the executor what follows the commit. */
export type Effect = AgentEffect | BotConversationEffect | ChannelEffect | ChatEffect | DeliveryEffect;

/** Everything a machine may be told. */
export type ActorEvent = AgentEvent | BotConversationEvent | ChannelEvent | ChatEvent | DeliveryEvent;

type EffectOf<Type extends Effect["type"]> = Extract<Effect, { readonly type: Type }>;

/** Effects that leave the commit and are carried out once it is durable. */
export type ReleasedEffect = EffectOf<
  | "effect.attempt.start"
  | "effect.channel.publish"
  | "effect.agent.publish"
  | "effect.typing.publish"
  | "effect.typing.send"
>;
