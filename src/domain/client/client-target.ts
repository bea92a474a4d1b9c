import type { ChannelId } from "../../../machines/ids.ts";
import type { SoughtTarget } from "../../actors/pending.ts";

/** The open chat of a client, found under the client's lock. Source: CH-23. */
export interface ClientTarget extends SoughtTarget {
  readonly channelId: ChannelId;
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
}
