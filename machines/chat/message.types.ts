import type { AgentId, DeliveryId, MessageId } from "../ids.ts";

export type MediaType = "video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location";
/**
 * `invitation`: what the customer was invited with, `note`: agents among themselves, `event`: what became of the chat.
 * These three never leave the desk. Source: CH-31.
 */
export type InternalType = "invitation" | "note" | "event";
/** What may be written to the customer. */
export type OutwardType = "text" | MediaType;
/** What only a bot writes. Source: BOT-37, BOT-40. */
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

/** What the client may click, and where it stands. Source: BOT-42. */
export interface LiveButtons {
  readonly messageSeq: number;
  readonly buttons: readonly MessageButton[];
}

/** What a message says, whoever wrote it. */
export interface MessageContent {
  readonly type: MessageType;
  /** `""` when a media message has no comment, or buttons no title. */
  readonly text: string;
  readonly media: MediaFields | null;
  /** At most 3. Source: BOT-40. */
  readonly buttons?: readonly MessageButton[];
  /** Plain text for channels that cannot show the type. Source: BOT-38. */
  readonly fallback?: string;
  /** Code points of the text that were sent and not taken; absent when it is whole. Source: CH-36. */
  readonly cut?: number;
}

/** What a bot writes. Source: B2. */
export interface BotContent extends MessageContent {
  readonly type: "text" | BotType;
  readonly media: null;
}

/** What an agent writes to the customer: nothing internal has this type. */
export interface OutwardContent extends MessageContent {
  readonly type: OutwardType;
}

/** What is kept of a file that comes with the message that shows it. */
export interface FileFacts {
  /** Under which its bytes lie. A secret. */
  readonly token: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** One message of a chat as it is stored; what became of its delivery stands with the delivery. */
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
  /** The event that told the bot of it. */
  readonly botDeliveryId?: DeliveryId;
  /** The button the client clicked. Source: BOT-42. */
  readonly buttonId?: string;
  /** Recorded for the agents, not shown to the client. Source: BOT-34. */
  readonly isHidden?: true;
  /** Written while the client was on the blacklist. Source: WH-21. */
  readonly isBlacklisted?: true;
}

/** The desk shows the chat anew, then the message. */
export interface StoreMessageEffect {
  readonly type: "effect.message.store";
  readonly message: ChatMessage;
  /** The chat's from now on. */
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
