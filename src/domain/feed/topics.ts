import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";

/** Desk sockets of agents listen to their channels, those of administrators to all of them. */
export const deskTopic = (channelId: ChannelId): string => `desk/${channelId}`;
export const everyChannelTopic = "desk";

/** Visitors' sockets listen to their conversation, and to frames for all visitors of their widget. */
export const visitorTopic = (conversation: ConversationKey): string => `visitor/${conversation}`;
export const widgetTopic = (channelId: ChannelId): string => `widget/${channelId}`;
