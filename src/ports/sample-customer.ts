import type { ChannelId } from "../../machines/ids.ts";

/** State of the built-in sample customer beside its stored chat: in memory, as long as it is valid. */
export interface SampleCustomer {
  /** The name of the agent who is typing to that customer; `null` when no agent is. */
  typing(channelId: ChannelId, customerId: string): string | null;
}
