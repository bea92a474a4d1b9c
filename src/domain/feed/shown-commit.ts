import type { FeedEntry, Write } from "../../ports/store.ts";
import type { Feed } from "./feed.ts";

/** What one commit outside of the turns shows to desks. */
export interface ShownCommit {
  /** Belongs into the needs of the commit. */
  readonly numbered: (cursor: number) => void;
  /** Call it inside the commit. Returns the writes with the row of these entries. */
  add(writes: readonly Write[], entries: readonly FeedEntry[]): readonly Write[];
  /** Call it directly after the commit, because a single node shows commits in their order. */
  readonly show: () => void;
}

export function createShownCommit(feed: Feed): ShownCommit {
  let cursor = 0;
  let written: readonly Write[] = [];
  let shown: readonly FeedEntry[] = [];
  return {
    numbered(given) {
      cursor = given;
    },
    add(writes, entries) {
      written = writes;
      shown = entries;
      if (entries.length === 0) return writes;
      cursor = feed.isShared ? 0 : feed.reserve(entries.length);
      return [...writes, { table: "feed", key: [cursor], row: { entries } }];
    },
    show() {
      if (shown.length > 0) feed.show(shown, cursor, written);
    },
  };
}
