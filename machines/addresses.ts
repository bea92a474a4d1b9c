import type { ActorKey, AgentId, CallId, ChannelId, ChatId, ConversationKey, DeliveryId } from "./ids.ts";

/** How machines address each other; the inverse of what the runtime reads. */
export const agentAddress = (id: AgentId): ActorKey => `agent/${id}` as ActorKey;
export const channelAddress = (id: ChannelId): ActorKey => `channel/${id}` as ActorKey;
export const chatAddress = (id: ChatId): ActorKey => `chat/${id}` as ActorKey;
export const botAddress = (id: ChatId): ActorKey => `bot/${id}` as ActorKey;
export const webhooksAddress = (id: ChatId): ActorKey => `webhooks/${id}` as ActorKey;
export const callAddress = (id: CallId): ActorKey => `call/${id}` as ActorKey;
export const deliveryAddress = (id: DeliveryId): ActorKey => `delivery/${id}` as ActorKey;

/** A channel or an agent is a conversation of its own. */
export const soloConversation = (key: ActorKey): ConversationKey => key as string as ConversationKey;
