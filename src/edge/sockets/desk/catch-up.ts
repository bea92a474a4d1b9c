import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Directory } from "../../../domain/directory.ts";
import { encodeMissed } from "../../../domain/feed/desk-frames.ts";
import type { Feed } from "../../../domain/feed/feed.ts";
import type { Missed } from "../../../domain/feed/missed.ts";
import { readMissed } from "../../../domain/feed/missed.ts";
import { shownBy } from "../../../domain/feed/show-entry.ts";
import type { Store } from "../../../ports/store.ts";
import type { DeskLink } from "./desk-link.ts";

export interface CatchUpParts {
  readonly store: Store;
  readonly feed: Feed;
  readonly directory: Directory;
  readonly limits: Pick<Limits, "pageRowsMax" | "socketBackpressureBytesMax" | "reopenWindowMs">;
}

/** Frames that are read side by side: more than these never wait for a slow peer in memory. */
const framesAtOnce = 64;

/**
 * Sends what the link missed since a cursor, page by page, and calls `goLive` synchronously in the moment nothing is missing
 * any more: what is published from then on reaches the link as a subscriber, and nothing that was published before it. Answers false,
 * without `goLive`, when entries behind the cursor are damaged or not kept any more. Resolves early when the link closes.
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
    await sendAll(link, newestOfEach(visible), parts);
    cursor = last.cursor;
  }
  if (link.isOpen) goLive();
  return true;
}

/** A frame shows a chat or message as it is now, so of several changes the last one tells all. */
function newestOfEach(missed: readonly Missed[]): readonly Missed[] {
  const newest = new Map<string, Missed>();
  for (const one of missed) newest.set(shownBy(one.entry), one);
  return missed.filter((one) => newest.get(shownBy(one.entry)) === one);
}

/** Of what the feed is about to show once more it sends nothing: the link hears of it live, or with the next page. */
async function sendAll(link: DeskLink, missed: readonly Missed[], parts: CatchUpParts): Promise<void> {
  for (let first = 0; link.isOpen && first < missed.length; first += framesAtOnce) {
    await roomFor(link, parts);
    if (!link.isOpen) return;
    const some = missed.slice(first, first + framesAtOnce);
    const frames = await Promise.all(
      some.map(({ entry, cursor }) => encodeMissed(parts.store, entry, cursor, parts.limits)),
    );
    for (const [index, { entry }] of some.entries()) {
      await roomFor(link, parts);
      const frame = frames[index] ?? null;
      if (!link.isOpen || frame === null || parts.feed.isYetToShow(entry)) continue;
      parts.feed.noteSent(entry, frame.revision);
      link.send(frame.text);
    }
  }
}

/** Waits for a slow peer instead of filling its buffer up to the limit that would close it. */
async function roomFor(link: DeskLink, { limits }: CatchUpParts): Promise<void> {
  while (link.isOpen && link.waitingBytes > limits.socketBackpressureBytesMax / 4) await link.whenDrained();
}
