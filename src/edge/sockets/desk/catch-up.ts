import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Feed } from "../../../domain/feed/feed.ts";
import { encodeMissed } from "../../../domain/feed/feed.ts";
import type { Missed } from "../../../domain/feed/missed.ts";
import { readMissed } from "../../../domain/feed/missed.ts";
import type { Store } from "../../../ports/store.ts";
import type { DeskLink } from "./desk-link.ts";

export interface CatchUpParts {
  readonly store: Store;
  readonly feed: Feed;
  readonly directory: Directory;
  readonly limits: Pick<Limits, "pageRowsMax" | "socketBackpressureBytesMax" | "reopenWindowMs">;
}

/**
 * Sends what the link missed since a cursor, page by page, and calls `goLive` synchronously in the moment nothing is missing
 * any more: what is shown from then on reaches the link as a subscriber. Answers false, without `goLive`, when entries behind the cursor
 * are damaged or not kept any more. Resolves early when the link closes.
 */
export async function catchUp(
  link: DeskLink,
  sinceCursor: number,
  profile: AgentProfile,
  parts: CatchUpParts,
  goLive: () => void,
): Promise<boolean> {
  let cursor = sinceCursor;
  while (link.isOpen && cursor < parts.feed.cursor) {
    const page = await readMissed(cursor, parts);
    const last = page?.at(-1);
    if (page === null || last === undefined) return false;
    const visible = page.filter(({ entry }) => parts.directory.canSee(profile, entry.channelId));
    for (const missed of newestOfEach(visible)) await sendPatiently(link, missed, parts);
    cursor = last.cursor;
  }
  if (link.isOpen) goLive();
  return true;
}

/** Whether everything behind the cursor is still there to be sent. */
export async function isKept(cursor: number, { store, feed }: CatchUpParts): Promise<boolean> {
  if (cursor >= feed.cursor) return cursor === feed.cursor;
  const onDamaged = (): null => null;
  const [current] = await store.scan("feed", { after: [cursor + 1], reverse: true, limit: 1, onDamaged });
  if (current !== undefined) return true;
  const [oldest] = await store.scan("feed", { limit: 1, onDamaged });
  return oldest?.key[0] === cursor + 1;
}

/** A frame shows a chat or message as it is now, so of several changes the last one tells all. */
function newestOfEach(missed: readonly Missed[]): readonly Missed[] {
  const newest = new Map<string, Missed>();
  for (const one of missed) newest.set(nameOf(one), one);
  return missed.filter((one) => newest.get(nameOf(one)) === one);
}

const nameOf = ({ entry }: Missed): string => `${entry.chatId}/${entry.messageSeq}`;

/** Waits for a slow peer instead of filling its buffer up to the limit that would close it. */
async function sendPatiently(link: DeskLink, { entry, cursor }: Missed, parts: CatchUpParts): Promise<void> {
  while (link.isOpen && link.waitingBytes > parts.limits.socketBackpressureBytesMax / 4) await link.whenDrained();
  const frame = link.isOpen ? encodeMissed(parts.store, entry, cursor, parts.limits) : null;
  if (frame !== null) link.send(frame);
}
