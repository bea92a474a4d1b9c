import type { FeedEntry } from "../../ports/store.ts";

/** What an entry shows: the chat, or one of its messages. */
export const shownBy = ({ chatId, messageSeq }: FeedEntry): string => `${chatId}/${messageSeq}`;

/** An entry shows the state after the commit, so an equal entry directly after it would repeat the same frame. */
export function showEntry({ feed }: { readonly feed: FeedEntry[] }, entry: FeedEntry): void {
  const last = feed.at(-1);
  if (last === undefined || shownBy(last) !== shownBy(entry)) feed.push(entry);
}
