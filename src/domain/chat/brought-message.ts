import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import type { Conversation } from "../../actors/conversation.ts";
import type { TurnOutcome } from "../../actors/pending.ts";
import type { DeliveryView } from "../delivery/delivery-queries.ts";

/** The message that a turn stored. */
export interface StoredMessage {
  readonly message: ChatMessage;
  /** The message's delivery after the turn; `null` when the message is not delivered. */
  readonly delivery: DeliveryView | null;
}

/** The message that an event stored; `null` when it stored none, or was a repeated request. */
export const messageOf = (outcome: TurnOutcome): StoredMessage | null =>
  outcome.ok ? (outcome.result as StoredMessage | null) : null;

/** The delivery was created in the same turn. */
export function withNewDelivery(message: ChatMessage, { key, cells }: Conversation): StoredMessage {
  const cell = message.deliveryId === null ? undefined : cells.get(deliveryAddress(message.deliveryId));
  if (cell === undefined) return { message, delivery: null };
  return { message, delivery: { conversation: key, state: cell.state, context: cell.context as DeliveryContext } };
}
