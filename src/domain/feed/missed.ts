import type { Limits } from "../../config/limits.ts";
import type { FeedEntry, Store } from "../../ports/store.ts";
import type { Feed } from "./feed.ts";

export interface MissedParts {
  readonly store: Pick<Store, "scan">;
  readonly feed: Pick<Feed, "cursor">;
  readonly limits: Pick<Limits, "pageRowsMax">;
}

export interface Missed {
  readonly cursor: number;
  readonly entry: FeedEntry;
}

/** A page of shown entries after the cursor; null when some of them are damaged or deleted. */
export async function readMissed(
  cursor: number,
  { store, feed, limits }: MissedParts,
): Promise<readonly Missed[] | null> {
  let isDamaged = false;
  const onDamaged = (): null => {
    isDamaged = true;
    return null;
  };
  const rows = await store.scan("feed", { after: [cursor], limit: limits.pageRowsMax, onDamaged });
  // Read last: rows are deleted from the oldest on. If this row exists, all later rows existed before.
  const [current] = await store.scan("feed", { after: [cursor + 1], reverse: true, limit: 1, onDamaged });
  if (isDamaged) return null;
  if (current === undefined && rows[0]?.key[0] !== cursor + 1) return null;
  const all = current === undefined ? rows : [current, ...rows];
  return all
    .flatMap(({ key, row }) => row.entries.map((entry, index) => ({ cursor: key[0] + index, entry })))
    .filter((missed) => missed.cursor > cursor && missed.cursor <= feed.cursor);
}

/** Whether the cursor is of this generation, and all entries after it are still stored. */
export async function isKept(
  cursor: number,
  { store, feed }: Pick<MissedParts, "store"> & { readonly feed: Pick<Feed, "cursor" | "generation"> },
): Promise<boolean> {
  if (cursor < feed.generation) return false;
  if (cursor >= feed.cursor) return cursor === feed.cursor;
  const onDamaged = (): null => null;
  const [current] = await store.scan("feed", { after: [cursor + 1], reverse: true, limit: 1, onDamaged });
  if (current !== undefined) return true;
  const [oldest] = await store.scan("feed", { limit: 1, onDamaged });
  return oldest?.key[0] === cursor + 1;
}
