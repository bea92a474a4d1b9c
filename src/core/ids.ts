import type {
  ActorKey,
  AgentId,
  CallId,
  ChannelId,
  ChatId,
  ConversationKey,
  DeliveryId,
  MessageId,
} from "../../machines/ids.ts";

export const asChannelId = (text: string): ChannelId => text as ChannelId;
export const asChatId = (text: string): ChatId => text as ChatId;
export const asAgentId = (number: number): AgentId => number as AgentId;
/** For actions of no agent. */
export const noAgentId = asAgentId(0);
export const asMessageId = (text: string): MessageId => text as MessageId;
export const asDeliveryId = (text: string): DeliveryId => text as DeliveryId;
export const asCallId = (text: string): CallId => text as CallId;
export const asActorKey = (text: string): ActorKey => text as ActorKey;
export const asConversationKey = (text: string): ConversationKey => text as ConversationKey;

export const clientConversation = (channel: ChannelId, senderId: string): ConversationKey =>
  `client/${channel}/${senderId}` as ConversationKey;

export type ActorKind = "channel" | "chat" | "bot" | "webhooks" | "call" | "delivery" | "agent";
const actorKinds: ReadonlySet<string> = new Set<ActorKind>([
  "channel",
  "chat",
  "bot",
  "webhooks",
  "call",
  "delivery",
  "agent",
]);
const isActorKind = (text: string): text is ActorKind => actorKinds.has(text);

export function actorKindOf(key: ActorKey): ActorKind {
  const kind = key.slice(0, key.indexOf("/"));
  if (isActorKind(kind)) return kind;
  throw new TypeError(`Expected an actor key such as chat/12, got ${key}`);
}
