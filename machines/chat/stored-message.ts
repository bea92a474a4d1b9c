import type { DeliveryId, MessageId } from "../ids.ts";
import type { ChatContext } from "./chat.types.ts";
import type { ChatMessage, InternalType, MessageContent, StoreMessageEffect } from "./message.types.ts";

type Written = Pick<ChatMessage, "id" | "from" | "content"> &
  Partial<Omit<ChatMessage, "id" | "from" | "content" | "seq" | "atMs">>;

interface Dated {
  readonly nowMs: number;
}

/** The message that was just numbered, as it is stored. */
export function storedAs(context: ChatContext, event: Dated, message: Written): StoreMessageEffect {
  const { id, from, content, agentId = null, externalId = null, deliveryId = null, ...rest } = message;
  const { nowMs: atMs } = event;
  const stored = { seq: context.lastSeq, id, from, content, agentId, atMs, externalId, deliveryId, ...rest };
  return {
    type: "effect.message.store",
    message: context.client.isBlacklisted ? { ...stored, isBlacklisted: true } : stored,
  };
}

/** A line of the service for the agents alone. */
export const storedLine = (
  context: ChatContext,
  event: Dated,
  id: MessageId,
  text: string,
  botDeliveryId?: DeliveryId,
): StoreMessageEffect =>
  storedAs(context, event, {
    id,
    from: "system",
    content: plain("event", text),
    ...(botDeliveryId === undefined ? {} : { botDeliveryId }),
  });

export const plain = (type: InternalType, text: string): MessageContent => ({ type, text, media: null });
