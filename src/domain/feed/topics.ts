import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { FeedEntry } from "../../ports/store.ts";

/** Desk sockets of agents listen to their channels, those of administrators to all of them. */
export const deskTopic = (channelId: ChannelId): string => `desk/${channelId}`;
export const everyChannelTopic = "desk";

/** Visitors' sockets listen to their conversation, and to frames for all visitors of their widget. */
export const visitorTopic = (conversation: ConversationKey): string => `visitor/${conversation}`;
export const widgetTopic = (channelId: ChannelId): string => `widget/${channelId}`;

/** What an entry shows: the chat, or one of its messages. */
export const shownBy = ({ chatId, messageSeq }: FeedEntry): string => `${chatId}/${messageSeq}`;

/** An entry shows the state after the commit, so an equal entry directly after it would repeat the same frame. */
export function showEntry({ feed }: { readonly feed: FeedEntry[] }, entry: FeedEntry): void {
  const last = feed.at(-1);
  if (last === undefined || shownBy(last) !== shownBy(entry)) feed.push(entry);
}
