import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Directory } from "../../../domain/directory.ts";
import { encodeMissed } from "../../../domain/feed/desk-frames.ts";
import type { Feed, Missed } from "../../../domain/feed/feed.ts";
import { readMissed } from "../../../domain/feed/feed.ts";
import { shownBy } from "../../../domain/feed/topics.ts";
import type { Store } from "../../../ports/store.ts";
import type { DeskLink } from "./desk-link.ts";

export interface CatchUpParts {
  readonly store: Store;
  readonly feed: Feed;
  readonly directory: Directory;
  readonly limits: Pick<Limits, "pageRowsMax" | "socketBackpressureBytesMax" | "reopenWindowMs">;
}

/** The frames that are read in parallel; at most these wait in memory for a slow peer. */
const framesAtOnce = 64;

/**
 * Sends the missed entries since a cursor, page by page. Calls `goLive` synchronously in the moment in which no entry is missing:
 * the link then receives later entries as a subscriber, and no earlier one. Resolves with false, without `goLive`, when entries after
 * the cursor are damaged or no longer stored. Resolves early when the link closes.
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

/** A frame shows the present state of a chat or message, so the last of several changes is enough. */
function newestOfEach(missed: readonly Missed[]): readonly Missed[] {
  const newest = new Map<string, Missed>();
  for (const one of missed) newest.set(shownBy(one.entry), one);
  return missed.filter((one) => newest.get(shownBy(one.entry)) === one);
}

/** Skips frames that the feed will soon send again: the link receives them live or with the next page. */
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
