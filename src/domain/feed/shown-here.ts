import type { PublishCallEffect } from "../../../machines/call/call.types.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ChannelId } from "../../../machines/ids.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { Log } from "../../ports/log.ts";
import type { FeedEntry, Store } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import type { DeskFrame } from "./desk-audience.ts";
import { createDeskAudience } from "./desk-audience.ts";
import type { ShownLimits } from "./desk-frames.ts";
import { callFrame, readOfflineFrame, readTypingFrame, unseenFrame } from "./desk-frames.ts";
import { createEntryReader } from "./entry-reader.ts";
import { shownBy } from "./show-entry.ts";
import type { Show } from "./show-queue.ts";
import { createShowQueue } from "./show-queue.ts";
import type { VisitorFeed } from "./visitor-feed.ts";

/** Shows everything to the sockets of this node, one thing behind another. */
export interface ShownHere {
  /** Of the last entry that was shown. */
  readonly cursor: number;
  /** Commits are handed in in the order of their cursors. */
  show(entries: readonly FeedEntry[], firstCursor: number): void;
  showTyping(actor: ActorKey, effect: PublishTypingEffect): void;
  showCall(effect: PublishCallEffect): void;
  showOfflineMessage(number: number): void;
  showUnseen(): void;
  /** Whether the same will be shown once more. */
  isYetToShow(entry: FeedEntry): boolean;
  /** Resolves when everything that was handed in before is shown. */
  whenShown(): Promise<void>;
}

export interface ShownHereParts {
  readonly store: Pick<Store, "durable">;
  readonly broadcaster: Broadcaster;
  readonly visitors: Pick<VisitorFeed, "isWatched" | "show">;
  readonly limits: ShownLimits;
  readonly directory: Pick<Directory, "agentEver">;
  readonly log: Pick<Log, "error">;
}

export function createShownHere(parts: ShownHereParts, lastCursor: number): ShownHere {
  const { broadcaster, visitors, limits, directory, log } = parts;
  const { durable } = parts.store;
  const audience = createDeskAudience(broadcaster);
  const queue = createShowQueue({
    cursor: lastCursor,
    createReader: () => createEntryReader(durable, limits),
    publish: audience.publish,
    log,
  });

  const showOf = (entry: FeedEntry, cursor: number): Show => ({
    name: shownBy(entry),
    cursor,
    isHeard: () => audience.hears(entry.channelId),
    async read(reader) {
      const encode = await reader.read(entry);
      return encode === null ? null : { channelId: entry.channelId, encode: () => encode(cursor) };
    },
  });
  /** Whose channel only its rows tell is read in any case. */
  const showRead = (read: () => Promise<DeskFrame | null>): void =>
    queue.add([{ name: null, cursor: null, isHeard: () => true, read }]);
  const showKnown = (frame: DeskFrame): void => {
    if (queue.isIdle) audience.publish(frame);
    else
      queue.add([
        { name: null, cursor: null, isHeard: () => audience.hears(frame.channelId), read: async () => frame },
      ]);
  };

  return {
    get cursor() {
      return queue.cursor;
    },
    show(entries, firstCursor) {
      const shows: Show[] = [];
      let channelId: ChannelId | null = null;
      let isHeard = false;
      let isWatchedByVisitors = false;
      let cursor = firstCursor;
      for (const entry of entries) {
        // Who listens is asked once for a run of entries of one channel: it is asked for every message.
        if (entry.channelId !== channelId) {
          channelId = entry.channelId;
          isHeard = audience.hears(channelId);
          isWatchedByVisitors = visitors.isWatched(channelId);
        }
        if (isHeard || shows.length > 0 || !queue.isIdle) shows.push(showOf(entry, cursor));
        else queue.passOver(cursor);
        if (isWatchedByVisitors) void visitors.show(entry);
        cursor += 1;
      }
      queue.add(shows);
    },
    showTyping: (actor, effect) => showRead(() => readTypingFrame(durable, actor, effect)),
    showCall: (effect) => showKnown(callFrame(effect)),
    showOfflineMessage: (number) => showRead(() => readOfflineFrame(durable, directory, number)),
    showUnseen: () => showKnown(unseenFrame),
    isYetToShow: (entry) => queue.holds(shownBy(entry)),
    whenShown: () => queue.whenShown(),
  };
}
