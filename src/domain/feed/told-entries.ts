import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import type { FeedEntry } from "../../ports/store.ts";
import type { EntryFrame } from "./desk-frames.ts";
import type { KnownFrames } from "./known-frames.ts";
import { toBeRead } from "./known-frames.ts";

/** The tell of one commit: its entries, or only their number when they are many; then their rows are read. */
export interface ToldEntries {
  readonly firstCursor: number;
  readonly entries: readonly FeedEntry[] | null;
  readonly known: KnownFrames;
}

/** About 30 KB: reading a row of this size costs less than sending it. */
const entriesToldMax = 500;
/** The node that shows a longer frame reads it. The same applies to all frames of a commit when they are longer together. */
const frameCharactersMax = 8 * 1024;
const framesCharactersMax = 64 * 1024;

type ToldEntry = readonly [chatId: ChatId, channelId: ChannelId, messageSeq: number, revision?: number];
type Told = readonly [firstCursor: number, ...entries: ToldEntry[]];

/** One line of JSON, then one line for each entry if frames are sent: a frame has no line break. */
export function encodeTold(
  entries: readonly FeedEntry[],
  firstCursor: number,
  frames: readonly (EntryFrame | null)[] = [],
): string {
  const isTold = entries.length <= entriesToldMax;
  const lines = isTold ? frames.map(toLine) : [];
  if (lines.reduce((sum, { length }) => sum + length, 0) > framesCharactersMax) return encodeTold(entries, firstCursor);
  const told = isTold ? entries.map((entry, index) => toTold(entry, frames[index])) : [];
  return [JSON.stringify([firstCursor, ...told] satisfies Told), ...lines].join("\n");
}

const toTold = ({ chatId, channelId, messageSeq }: FeedEntry, frame: EntryFrame | null | undefined): ToldEntry =>
  frame ? [chatId, channelId, messageSeq, frame.revision] : [chatId, channelId, messageSeq];

const toLine = (frame: EntryFrame | null): string =>
  frame !== null && frame.text.length <= frameCharactersMax ? frame.text : "";

export function decodeTold(text: string): ToldEntries {
  const [head = "", ...lines] = text.split("\n");
  const [firstCursor, ...told]: Told = JSON.parse(head);
  const entries = told.map(([chatId, channelId, messageSeq]): FeedEntry => ({ chatId, channelId, messageSeq }));
  const known: KnownFrames = (index) => {
    const [, , , revision = 0] = told[index] ?? [];
    const line = lines[index] ?? "";
    return line === "" ? undefined : Promise.resolve({ revision, encode: () => line });
  };
  return {
    firstCursor,
    entries: entries.length === 0 ? null : entries,
    known: lines.length === 0 ? toBeRead : known,
  };
}
