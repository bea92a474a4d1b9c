import type { ActorKey, ChannelId, ConversationKey } from "../../machines/ids.ts";

/** An actor that exists, or that the event creates. */
export interface ActorTarget {
  readonly kind: "actor";
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
}

/** The open chat of a client, found under the client's lock. Source: CH-23. */
export interface ClientTarget {
  readonly kind: "client";
  readonly conversation: ConversationKey;
  readonly channelId: ChannelId;
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
}

export type Target = ActorTarget | ClientTarget;
