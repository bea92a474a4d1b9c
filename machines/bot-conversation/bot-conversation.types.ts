import type { AgentSignature } from "../chat/chat.types.ts";
import type { BotContent, OutwardContent } from "../chat/message.types.ts";
import type {
  AttemptFailure,
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
} from "../delivery/delivery.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type { BotEvent, BotNotice, BotSender } from "./bot-event.types.ts";

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

/** The client wrote in the states "with bot" and "unstaffed"; the first one begins the conversation. Source: BOT-10. */
export interface ClientWrote {
  readonly type: "client.wrote";
  readonly nowMs: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  readonly messageSeq: number;
  readonly providerId: string;
  readonly sender: BotSender;
  readonly text: string;
  readonly buttonId: string | null;
  readonly agentsOnline: boolean;
  /** The message is one of the channel's `agentKeywords`, or was sent with the widget's control for it. Source: BOT-46. */
  readonly wantsAgent: boolean;
  readonly acceptTimeoutMs: number;
  readonly notice: BotNotice;
  /** For AGENT_UNAVAILABLE; `null` unless the client wants an agent. */
  readonly offerNotice: BotNotice | null;
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
/** An administrator offered the chat to an agent or a department. */
export interface ChatTransferred {
  readonly type: "chat.transferred";
  readonly nowMs: number;
  readonly acceptTimeoutMs: number;
  readonly notice: BotNotice;
}
/** An agent accepted the chat or took it over. Source: BOT-44. */
export interface AgentAccepted {
  readonly type: "agent.accepted";
  readonly nowMs: number;
  readonly messageSeq: number;
  readonly notice: BotNotice;
}
/** The chat was closed before an agent had it. */
export interface ChatClosed {
  readonly type: "chat.closed";
  readonly nowMs: number;
}
/** An agent reopened the closed chat, and is the first agent in it. */
export interface ChatReopened {
  readonly type: "chat.reopened";
  readonly nowMs: number;
  readonly notice: BotNotice;
}
/** The bot was disconnected from the channel, or the channel was closed. Source: BOT-08. */
export interface BotDisconnected {
  readonly type: "bot.disconnected";
  readonly nowMs: number;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
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

/** Told to the chat: the bot's message; shown to the client unless an agent has joined or the bot has left. Source: BOT-34. */
export interface BotReplied {
  readonly type: "bot.replied";
  readonly nowMs: number;
  readonly message: { readonly id: MessageId; readonly content: BotContent };
  readonly outward: OutwardContent | null;
  readonly sender: AgentSignature;
  readonly deliveryId: DeliveryId;
  readonly lineId: MessageId;
  readonly isShown: boolean;
}
/** Told to the chat: the agents may accept it. Source: BOT-43. */
export interface BotOffered {
  readonly type: "bot.offered";
  readonly nowMs: number;
}
/** Told to the chat: no agent is there, or none accepted; the bot is notified. Source: BOT-45. */
export interface BotUnstaffed {
  readonly type: "bot.unstaffed";
  readonly nowMs: number;
  readonly notice: BotNotice;
}
/** Told to the chat: it goes on without the bot. Source: BOT-08, BOT-22. */
export interface BotEnded {
  readonly type: "bot.ended";
  readonly nowMs: number;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
}

/** Told to the chat: the bot, which knows the chat, is notified that an agent has the reopened chat. Source: BOT-44. */
export interface BotNotified {
  readonly type: "bot.notified";
  readonly nowMs: number;
  readonly notice: BotNotice;
}

export type ToldByBot = BotReplied | BotOffered | BotUnstaffed | BotEnded | BotNotified;

/** The reason why events that waited for the bot are not sent any more. Source: BOT-22. */
export const withoutBot: AttemptFailure = {
  kind: "bot_ended",
  code: "bot_ended",
  message: "The chat continued without the bot; no further event is sent to the bot.",
};

export type BotConversationEffect =
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<ToldByBot | DeliveryQueued | DeliveryOpened | DeliveryCancelled>;
