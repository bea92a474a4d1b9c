import type { ChannelId } from "../../machines/ids.ts";

/** What the built-in sample customer knows beside its chat, which is stored: in memory, for as long as it counts. */
export interface SampleCustomer {
  /** Who of the agents writes to that customer now; `null` when nobody does. */
  typing(channelId: ChannelId, customerId: string): string | null;
}
