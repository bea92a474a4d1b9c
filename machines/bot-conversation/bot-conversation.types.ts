import type { AgentSignature, BotContent, OutwardContent } from "../chat/message.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type {
  AgentAccepted,
  BotDisconnected,
  BotEvent,
  BotNotice,
  ChatClosed,
  ChatReopened,
  ChatTransferred,
  ClientWrote,
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
  SentByBot,
} from "../tells.ts";

/** An event on its way to the bot, or waiting for its turn. */
export interface LaneEntry {
  readonly deliveryId: DeliveryId;
  readonly event: BotEvent["event"];
}

/** Events for the bot: one is attempted, the others wait. Source: BOT-16. */
export interface BotLane {
  readonly active: LaneEntry | null;
  readonly waiting: readonly LaneEntry[];
}

/** An event the bot posted a moment ago. Source: BOT-32. */
export interface PostedEvent {
  readonly id: string;
  readonly fingerprint: string;
  readonly atMs: number;
}

export interface BotConversationContext {
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  /** The provider of the bot: bots of other providers never receive anything of this chat. Source: BOT-08. */
  readonly providerId: string;
  readonly lane: BotLane;
  /** Whether a CLIENT_MESSAGE was ever sent: only the service starts exchanges. Source: BOT-02. */
  readonly hasSent: boolean;
  /** For the AGENT_UNAVAILABLE at the end of the running offer. */
  readonly offerNotice: BotNotice | null;
  /** Events since the last CLIENT_MESSAGE was sent, 10 s back at most. Source: BOT-32. */
  readonly posted: readonly PostedEvent[];
}
/** The bot posted BOT_MESSAGE. Source: BOT-24. */
export interface BotMessagePosted {
  readonly type: "bot.message-posted";
  readonly nowMs: number;
  readonly posted: PostedId | null;
  readonly message: { readonly id: MessageId; readonly content: BotContent };
  /** The part that this channel can show; `null` for nothing. Source: BOT-38. */
  readonly outward: OutwardContent | null;
  readonly sender: AgentSignature;
  readonly deliveryId: DeliveryId;
  /** For the line that says that nothing could be shown. Source: BOT-39. */
  readonly lineId: MessageId;
}
/** Distinguishes a repeat from a new event; `null` for one without an id. Source: BOT-32. */
export interface PostedId {
  readonly id: string;
  readonly fingerprint: string;
}
/** The bot posted INVITE_AGENT. Source: BOT-43. */
export interface AgentInvited {
  readonly type: "bot.invitation-posted";
  readonly nowMs: number;
  readonly posted: PostedId | null;
  readonly agentsOnline: boolean;
  readonly acceptTimeoutMs: number;
  readonly notice: BotNotice;
}

export type BotConversationEvent =
  | ClientWrote
  | BotMessagePosted
  | AgentInvited
  | ChatTransferred
  | AgentAccepted
  | ChatClosed
  | ChatReopened
  | BotDisconnected
  | DeliveryEnded
  | DeadlineReached;

export type BotConversationEffect =
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<SentByBot | DeliveryQueued | DeliveryOpened | DeliveryCancelled>;
