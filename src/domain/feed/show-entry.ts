import type { FeedEntry } from "../../ports/store.ts";

/** An entry is shown as it stands after the commit: right behind its like it would show the same once more. */
export function showEntry({ feed }: { readonly feed: FeedEntry[] }, entry: FeedEntry): void {
  const last = feed.at(-1);
  if (last?.chatId !== entry.chatId || last.messageSeq !== entry.messageSeq) feed.push(entry);
}
