import { botAddress, chatAddress, deliveryAddress } from "../../machines/addresses.ts";
import type { BotConversationContext } from "../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import type { ChatId, ConversationKey, DeliveryId } from "../../machines/ids.ts";
import type { Store } from "../ports/store.ts";
import { readStoredActor } from "./migrations.ts";

/** A chat as it is stored. */
export interface ChatView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: ChatContext;
}
/** The bot's part of a chat as it is stored. */
export interface BotConversationView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: BotConversationContext;
}
export interface DeliveryView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: DeliveryContext;
}
/** A message with what became of its delivery; `null` for one that is not delivered anywhere. */
export interface MessageView {
  readonly message: ChatMessage;
  readonly delivery: DeliveryView | null;
}

export function readChat(store: Pick<Store, "read">, id: ChatId): ChatView | undefined {
  const row = store.read("actor", [chatAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStoredActor(row, "chat");
  return { conversation: row.conversation, state: String(state), context: context as ChatContext };
}

/** `undefined` for a chat that never had a bot. */
export function readBotConversation(store: Pick<Store, "read">, id: ChatId): BotConversationView | undefined {
  const row = store.read("actor", [botAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStoredActor(row, "bot");
  return { conversation: row.conversation, state: String(state), context: context as BotConversationContext };
}

export function readDelivery(store: Pick<Store, "read">, id: DeliveryId): DeliveryView | undefined {
  const row = store.read("actor", [deliveryAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStoredActor(row, "delivery");
  return { conversation: row.conversation, state: String(state), context: context as DeliveryContext };
}

export function readMessage(store: Pick<Store, "read">, chatId: ChatId, seq: number): MessageView | undefined {
  const message = store.read("message", [Number(chatId), seq]);
  return message === undefined ? undefined : withDelivery(store, message);
}

export function withDelivery(store: Pick<Store, "read">, message: ChatMessage): MessageView {
  const delivery = message.deliveryId === null ? null : (readDelivery(store, message.deliveryId) ?? null);
  return { message, delivery };
}
