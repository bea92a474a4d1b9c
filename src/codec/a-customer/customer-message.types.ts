import type { SenderFacts } from "../../../machines/chat/client.types.ts";
import type { MessageContent } from "../../../machines/chat/message.types.ts";

/** A text or media message of a customer, after all rules for its fields were applied. Source: A1, A5. */
export interface CustomerChatMessage {
  readonly kind: "message";
  /** An integer id as decimal text, or a string id as it is. Source: CH-25. */
  readonly senderId: string;
  readonly sender: SenderFacts;
  /** The id that the customer system gave the message; used only in logs. Source: CH-34. */
  readonly externalId: string | null;
  /** The invitation that the customer got. It is context for agents and is never sent back. Source: CH-31. */
  readonly invitation: string | null;
  readonly content: MessageContent;
  /** One sentence for each dropped field, for the delivery log. */
  readonly warnings: readonly string[];
}

/** A typing notice. Source: A4. */
interface CustomerTyping {
  readonly kind: "typing";
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
  readonly state: "typein" | "typeout";
}

export type CustomerMessage = CustomerChatMessage | CustomerTyping;
