import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import type { FeedEntry } from "../../ports/store.ts";

/** What a node tells the others of one commit: its entries, or, where they are many, how many: these are read. */
export interface ToldEntries {
  readonly firstCursor: number;
  readonly entries: readonly FeedEntry[] | null;
}

/** About 30 KB: reading a row that big costs less than telling it. */
const entriesToldMax = 500;

type ToldEntry = readonly [chatId: ChatId, channelId: ChannelId, messageSeq: number];
type Told = readonly [firstCursor: number, ...entries: ToldEntry[]];

export function encodeTold(entries: readonly FeedEntry[], firstCursor: number): string {
  const isTold = entries.length <= entriesToldMax;
  const told = isTold ? entries.map((entry): ToldEntry => [entry.chatId, entry.channelId, entry.messageSeq]) : [];
  return JSON.stringify([firstCursor, ...told] satisfies Told);
}

export function decodeTold(text: string): ToldEntries {
  const [firstCursor, ...told]: Told = JSON.parse(text);
  const entries = told.map(([chatId, channelId, messageSeq]): FeedEntry => ({ chatId, channelId, messageSeq }));
  return { firstCursor, entries: entries.length === 0 ? null : entries };
}
