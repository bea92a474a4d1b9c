import type { ActorKey, AgentId, CallId, ChannelId, ChatId, ConversationKey, DeliveryId } from "./ids.ts";

/** The keys by which machines address each other; the runtime parses the same keys. */
export const agentAddress = (id: AgentId): ActorKey => `agent/${id}` as ActorKey;
export const channelAddress = (id: ChannelId): ActorKey => `channel/${id}` as ActorKey;
export const chatAddress = (id: ChatId): ActorKey => `chat/${id}` as ActorKey;
export const botAddress = (id: ChatId): ActorKey => `bot/${id}` as ActorKey;
export const webhooksAddress = (id: ChatId): ActorKey => `webhooks/${id}` as ActorKey;
export const callAddress = (id: CallId): ActorKey => `call/${id}` as ActorKey;
export const deliveryAddress = (id: DeliveryId): ActorKey => `delivery/${id}` as ActorKey;

/** A channel or an agent has a conversation to itself. */
export const soloConversation = (key: ActorKey): ConversationKey => key as string as ConversationKey;
