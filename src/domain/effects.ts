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
import type { ChannelId } from "../../machines/ids.ts";
import type { AttemptFailure } from "../../machines/tells.ts";
import type { WebhooksEffect, WebhooksEvent } from "../../machines/webhooks/webhooks.machine.ts";
import type { OutlinedFields, StepScope } from "../actors/actor-definition.ts";
import { none } from "../actors/actor-definition.ts";
import type { Target as ActorTarget, SoughtTarget } from "../actors/pending.ts";
import type { Post as ActorPost } from "../actors/registry.ts";

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

/** The open chat of a client, found under the client's lock. Source: CH-23. */
export interface ClientTarget extends SoughtTarget {
  readonly channelId: ChannelId;
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
}

/** The receiver of an event of this product. */
export type Target = ActorTarget<ClientTarget>;

/** Sends events of this product to its actors. */
export type Post = ActorPost<ActorEvent, ClientTarget>;

/** Releases an effect: `carry-out.ts` carries it out after the commit is durable. */
export const release = (effect: ReleasedEffect, step: StepScope): void => step.release(effect);

/** The form of our own codes and of protocol codes. A code of a customer system may be anything: text, names, JSON. */
const codePattern = /^[\w.:-]{1,64}$/;

/**
 * `failure` is the code if it has the form of a code, else the kind. `failureKind` is present if the kind differs from the code.
 */
export function failed(failure: AttemptFailure | null): OutlinedFields {
  if (failure === null) return none;
  const { kind, code } = failure;
  return code === kind || !codePattern.test(code) ? { failure: kind } : { failure: code, failureKind: kind };
}
