import type { ChannelId } from "../../machines/ids.ts";

/** Desk sockets of agents listen to their channels, those of administrators to all of them. */
export const deskTopic = (channelId: ChannelId): string => `desk/${channelId}`;
export const everyChannelTopic = "desk";
