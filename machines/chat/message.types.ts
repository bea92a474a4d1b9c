import type { AgentId, DeliveryId, MessageId } from "../ids.ts";

export type MediaType = "video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location";
/**
 * `invitation`: the invitation that the customer saw, `note`: a message between agents, `event`: a change of the chat.
 * These three never leave the desk. Source: CH-31.
 */
export type InternalType = "invitation" | "note" | "event";
/** Types of messages that agents may write to the customer. */
export type OutwardType = "text" | MediaType;
/** Types that only a bot writes. Source: BOT-37, BOT-40. */
export type BotType = "markdown" | "buttons";
export type MessageType = OutwardType | BotType | InternalType;

/** The optional fields of a media message. Source: CH-52. */
export interface MediaFields {
  readonly file?: string;
  readonly thumb?: string;
  readonly emoji?: string;
  readonly file_name?: string;
  /** Bytes. */
  readonly file_size?: number;
  /** Seconds. */
  readonly duration?: number;
  /** Pixels. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
  readonly performer?: string;
  readonly title?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** A prepared answer. Source: BOT-40, BOT-41. */
export interface MessageButton {
  readonly text: string;
  readonly id: string | null;
}

/** The buttons that the client may click, and their message. Source: BOT-42. */
export interface LiveButtons {
  readonly messageSeq: number;
  readonly buttons: readonly MessageButton[];
}

/** The content of a message of any author. */
export interface MessageContent {
  readonly type: MessageType;
  /** `""` when a media message has no comment, or buttons no title. */
  readonly text: string;
  readonly media: MediaFields | null;
  /** At most 3. Source: BOT-40. */
  readonly buttons?: readonly MessageButton[];
  /** Plain text for channels that cannot show the type. Source: BOT-38. */
  readonly fallback?: string;
  /** How many code points of the text were cut off; absent when it is whole. Source: CH-36. */
  readonly cut?: number;
}

/** The content of a bot's message. Source: B2. */
export interface BotContent extends MessageContent {
  readonly type: "text" | BotType;
  readonly media: null;
}

/** An agent's message to the customer: no internal message has this type. */
export interface OutwardContent extends MessageContent {
  readonly type: OutwardType;
}

/** Stored data of the file that a message shows. */
export interface FileFacts {
  /** The token of its bytes. A secret. */
  readonly token: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** The message that a reply answers, as it was when the reply was written. Source: WJ-55. */
export interface MessageQuote {
  readonly seq: number;
  readonly from: ChatMessage["from"];
  readonly type: MessageType;
  /** The first characters of its text, or the name of its file; may be `""`. */
  readonly text: string;
  readonly agentId: AgentId | null;
}

/** One message of a chat as it is stored; the delivery holds its outcome. */
export interface ChatMessage {
  /** Position in the chat, from 1, without gaps. */
  readonly seq: number;
  readonly id: MessageId;
  readonly from: "client" | "agent" | "bot" | "system";
  readonly content: MessageContent;
  readonly agentId: AgentId | null;
  readonly atMs: number;
  /** The client's own id of the message: for logs only. Source: CH-34. */
  readonly externalId: string | null;
  readonly deliveryId: DeliveryId | null;
  /** The event with which the bot received it. */
  readonly botDeliveryId?: DeliveryId;
  /** The button the client clicked. Source: BOT-42. */
  readonly buttonId?: string;
  /** Absent for a message that answers none in particular. */
  readonly quote?: MessageQuote;
  /** Recorded for the agents, not shown to the client. Source: BOT-34. */
  readonly isHidden?: true;
  /** Written while the client was on the blacklist. Source: WH-21. */
  readonly isBlacklisted?: true;
}

/** The desk shows the changed chat, then the message. */
export interface StoreMessageEffect {
  readonly type: "effect.message.store";
  readonly message: ChatMessage;
  /** It belongs to the chat from now on. */
  readonly file?: FileFacts;
}
/** Entries of the channel's delivery log. Source: CH-21. */
export interface StoreWarningsEffect {
  readonly type: "effect.warnings.store";
  readonly cause: string;
  readonly messageSeq: number;
  readonly atMs: number;
  readonly texts: readonly string[];
}

/** An agent in a step's event: enough to sign a message. */
export interface AgentSignature {
  /** 0 for a bot. */
  readonly id: AgentId;
  readonly name: string;
  readonly photo: string | null;
}
