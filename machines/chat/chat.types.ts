import type { DeliveryEnded, DeliveryOpened, DeliveryQueued, DeliveryRequeued } from "../delivery/delivery.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, RefuseEffect, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type { ChatMessage, MessageContent } from "./message.types.ts";

/** One client on one channel; outlives its chats. `null` means never received. */
export interface ClientFacts {
  /** Decimal text of an integer id, else the string itself. Source: CH-25. */
  readonly senderId: string;
  /** The JSON type last received. Source: CH-40. */
  readonly senderIdKind: "string" | "integer";
  /** Visitor number, from 1, never reused. Source: WJ-13. */
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo: string | null;
}

/** What one customer message says of its sender; absent means unchanged. */
export interface SenderFacts {
  readonly senderIdKind: "string" | "integer";
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly photo?: string;
}

/** An agent as a step names it: enough to sign a message. */
export interface AgentSignature {
  readonly id: AgentId;
  readonly name: string;
  readonly photo: string | null;
}

/** Outbound messages of the chat: one is attempted, the others wait their turn. Source: DEL-18. */
export interface OutboundLane {
  readonly active: DeliveryId | null;
  readonly waiting: readonly DeliveryId[];
}

export interface ChatContext {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly agent: AgentSignature | null;
  readonly lastSeq: number;
  readonly unread: number;
  readonly lane: OutboundLane;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A chat begins with the client's message that found none open. */
export interface ChatInput {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly nowMs: number;
}

export interface MessageReceived {
  readonly type: "message.received";
  readonly nowMs: number;
  readonly sender: SenderFacts;
  readonly message: { readonly id: MessageId; readonly externalId: string | null; readonly content: MessageContent };
}
/** The client began or stopped typing. Source: CH-45. */
export interface TypingReceived {
  readonly type: "typing.received";
  readonly nowMs: number;
  readonly state: "typein" | "typeout";
}
export interface AcceptRequested {
  readonly type: "chat.accept-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
}
export interface ReplyRequested {
  readonly type: "chat.reply-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  readonly message: { readonly id: MessageId; readonly content: MessageContent };
  readonly deliveryId: DeliveryId;
}
export interface ResendRequested {
  readonly type: "delivery.resend-requested";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
}
export interface CloseRequested {
  readonly type: "chat.close-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
}

export type ChatEvent =
  | MessageReceived
  | TypingReceived
  | AcceptRequested
  | ReplyRequested
  | ResendRequested
  | CloseRequested
  | DeliveryEnded
  | DeadlineReached;

/** The desk shows the chat anew, then the message. */
export interface StoreMessageEffect {
  readonly type: "effect.message.store";
  readonly message: ChatMessage;
}
/** Keeps the client's facts for its next chat, and which chat is open now. */
export interface StoreClientEffect {
  readonly type: "effect.client.store";
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
}
/** The desk's list shows the chat anew. */
export interface PublishChatEffect {
  readonly type: "effect.chat.publish";
}
/** Shown in the desk, never stored. */
export interface PublishTypingEffect {
  readonly type: "effect.typing.publish";
  readonly state: "typein" | "typeout";
}

export type ChatEffect =
  | StoreMessageEffect
  | StoreClientEffect
  | PublishChatEffect
  | PublishTypingEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | RefuseEffect
  | TellEffect<DeliveryQueued | DeliveryOpened | DeliveryRequeued>;
