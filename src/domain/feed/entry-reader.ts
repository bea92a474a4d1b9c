import type { FeedEntry, Store } from "../../ports/store.ts";
import type { ReadEntry, ShownLimits } from "./desk-frames.ts";
import { readEntry } from "./desk-frames.ts";
import { shownBy } from "./show-entry.ts";

/** Reads the entries of one batch, each in its present state. */
export interface EntryReader {
  /** `null` for a deleted message and for a damaged row. */
  read(entry: FeedEntry): Promise<ReadEntry | null>;
}

/**
 * A chat or message that a batch shows several times is read once. With two parallel reads, the first might return the newer state,
 * and desks would see it go back for a moment. All entries of the batch are durable before the first read, so that no frame is
 * older than its entry.
 */
export function createEntryReader(rows: Store["durable"], limits: ShownLimits): EntryReader {
  const reads = new Map<string, Promise<ReadEntry | null>>();
  return {
    read(entry) {
      const name = shownBy(entry);
      const reading = reads.get(name) ?? readEntry(rows, entry, limits);
      reads.set(name, reading);
      return reading;
    },
  };
}
