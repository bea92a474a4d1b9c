declare const brand: unique symbol;

/** A string or number that cannot be confused with another kind of id; made only in `src/core/ids.ts`. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** `CHANNEL_PUBLIC_ID`: 8 to 32 characters of `A-Za-z0-9`. Source: CH-03. */
export type ChannelId = Brand<string, "ChannelId">;
/** Decimal digits, counted from 1 for the whole installation. Source: BOT-11, WH-05. */
export type ChatId = Brand<string, "ChatId">;
export type AgentId = Brand<number, "AgentId">;
/** UUID of one message, the same in every attempt and resend. Source: CH-41. */
export type MessageId = Brand<string, "MessageId">;
/** ULID of one delivery; a resend keeps it. */
export type DeliveryId = Brand<string, "DeliveryId">;
/** Assigned by the service, decimal digits, or by the call gateway for an incoming call. Source: CALL-06, CALL-07. */
export type CallId = Brand<string, "CallId">;
/** `channel/…`, `chat/…`, `bot/…`, `webhooks/…`, `call/…`, `delivery/…` or `agent/…`. */
export type ActorKey = Brand<string, "ActorKey">;
/**
 * The scope of one lock: `client/<channel id>/<sender id>` for a client's chats and their deliveries, the actor's own
 * key for a channel or an agent.
 */
export type ConversationKey = Brand<string, "ConversationKey">;
