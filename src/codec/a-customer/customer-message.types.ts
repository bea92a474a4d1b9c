import type { SenderFacts } from "../../../machines/chat/chat.types.ts";
import type { MessageContent } from "../../../machines/chat/message.types.ts";

/** A text or media message of a customer, every rule of its fields applied. Source: A1, A5. */
export interface CustomerChatMessage {
  readonly kind: "message";
  /** Decimal text of an integer id, else the string itself. Source: CH-25. */
  readonly senderId: string;
  readonly sender: SenderFacts;
  /** The customer system's own id of the message: for logs only. Source: CH-34. */
  readonly externalId: string | null;
  /** What the customer was invited with: context for agents, never sent back. Source: CH-31. */
  readonly invitation: string | null;
  readonly content: MessageContent;
  /** One sentence for every field that was dropped; for the delivery log. */
  readonly warnings: readonly string[];
}

/** A typing notice. Source: A4. */
export interface CustomerTyping {
  readonly kind: "typing";
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
  readonly state: "typein" | "typeout";
}

export type CustomerMessage = CustomerChatMessage | CustomerTyping;
