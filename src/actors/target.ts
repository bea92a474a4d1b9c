import type { ActorKey, ConversationKey } from "../../machines/ids.ts";

/** An actor that exists, or that the event creates. */
export interface ActorTarget {
  readonly kind: "actor";
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
}

/** An actor that the host finds under the conversation's lock. */
export interface SoughtTarget {
  readonly kind: "sought";
  readonly conversation: ConversationKey;
}

export type Target<Sought extends SoughtTarget = SoughtTarget> = ActorTarget | Sought;
