import type { AgentEffect, AgentEvent } from "../../machines/agent/agent.machine.ts";
import type {
  BotConversationEffect,
  BotConversationEvent,
} from "../../machines/bot-conversation/bot-conversation.types.ts";
import type { CallEffect, CallEvent } from "../../machines/call/call.machine.ts";
import type { ChannelEffect, ChannelEvent } from "../../machines/channel/channel.types.ts";
import type { ChatEffect, ChatEvent } from "../../machines/chat/chat.types.ts";
import type { ContactChange } from "../../machines/chat/client.types.ts";
import type { DeliveryEffect, DeliveryEvent } from "../../machines/delivery/delivery.types.ts";
import type { WebhooksEffect, WebhooksEvent } from "../../machines/webhooks/webhooks.machine.ts";

/** All effects of machines. The turn carries out effects that store rows, the executor those that follow the commit. */
export type Effect =
  | AgentEffect
  | BotConversationEffect
  | CallEffect
  | ChannelEffect
  | ChatEffect
  | DeliveryEffect
  | WebhooksEffect;

/** All events of machines. */
export type ActorEvent =
  | AgentEvent
  | BotConversationEvent
  | CallEvent
  | ChannelEvent
  | ChatEvent
  | DeliveryEvent
  | WebhooksEvent
  | OfflineMessageLeft;

/** A visitor left a message through the offline form; no actor receives this event. Source: WH-18, WJ-29. */
export interface OfflineMessageLeft {
  readonly type: "offline.message-left";
  readonly nowMs: number;
  readonly contact: ContactChange;
  readonly text: string;
}
/** The desk shows an offline message. No actor asks for it. */
export interface PublishOfflineEffect {
  readonly type: "effect.offline.publish";
  readonly number: number;
}

/** Notifies desks of administrators that an unseen failure was added or removed. No actor requests it. */
export interface PublishUnseenEffect {
  readonly type: "effect.unseen.publish";
}

type EffectOf<Type extends Effect["type"]> = Extract<Effect, { readonly type: Type }>;

/** Effects that leave the commit and are carried out when it is durable. */
export type ReleasedEffect =
  | PublishOfflineEffect
  | PublishUnseenEffect
  | EffectOf<
      | "effect.attempt.start"
      | "effect.channel.publish"
      | "effect.agent.publish"
      | "effect.typing.publish"
      | "effect.typing.send"
      | "effect.call.start"
      | "effect.call.publish"
      | "effect.administrator.tell"
    >;
