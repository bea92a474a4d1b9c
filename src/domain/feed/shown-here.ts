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
import type { KnownFrames } from "./known-frames.ts";
import { toBeRead } from "./known-frames.ts";
import type { Listening } from "./listening.ts";
import { shownBy } from "./show-entry.ts";
import type { Show } from "./show-queue.ts";
import { createShowQueue } from "./show-queue.ts";
import type { ShownRevisions } from "./shown-revisions.ts";
import type { VisitorFeed } from "./visitor-feed.ts";

/** Shows all updates to the sockets of this node, in order. */
export interface ShownHere {
  /** The cursor of the last shown entry. */
  readonly cursor: number;
  /** Shows a commit. Commits must come in the order of their cursors; `known` are frames that need no read. */
  show(entries: readonly FeedEntry[], firstCursor: number, known?: KnownFrames): void;
  showTyping(actor: ActorKey, effect: PublishTypingEffect): void;
  showCall(effect: PublishCallEffect): void;
  showOfflineMessage(number: number): void;
  showUnseen(): void;
  /** Whether the same chat or message will be shown once more. */
  isYetToShow(entry: FeedEntry): boolean;
  /** Resolves when everything handed in earlier is shown. */
  whenShown(): Promise<void>;
}

export interface ShownHereParts {
  readonly store: Pick<Store, "durable">;
  readonly broadcaster: Broadcaster;
  readonly visitors: Pick<VisitorFeed, "isWatched" | "show">;
  readonly limits: ShownLimits;
  readonly directory: Pick<Directory, "agentEver">;
  /** Absent on a single node: it reads all of its frames, and sends nothing. */
  readonly shared?: {
    readonly revisions: Pick<ShownRevisions, "isNews" | "wasSentNewer">;
    readonly listening: Pick<Listening, "note">;
  };
  readonly log: Pick<Log, "error">;
}

export function createShownHere(parts: ShownHereParts, lastCursor: number): ShownHere {
  const { broadcaster, visitors, limits, directory, shared, log } = parts;
  const { durable } = parts.store;
  const audience = createDeskAudience(broadcaster);
  const queue = createShowQueue({
    cursor: lastCursor,
    createReader: () => createEntryReader(durable, limits),
    publish: audience.publish,
    log,
  });

  const showOf = (entry: FeedEntry, cursor: number, known: KnownFrames, index: number): Show => ({
    name: shownBy(entry),
    cursor,
    isHeard: () => audience.hears(entry.channelId),
    async read(reader) {
      const making = known(index);
      let read = making === undefined ? await reader.read(entry) : await making;
      if (making !== undefined && read !== null && shared?.revisions.wasSentNewer(entry, read.revision) === true)
        read = await reader.read(entry);
      if (read === null) return null;
      const { revision, encode } = read;
      const frame = { channelId: entry.channelId, encode: () => encode(cursor) };
      return shared === undefined ? frame : { ...frame, isNews: () => shared.revisions.isNews(entry, revision) };
    },
  });
  /** An update whose channel is only in its rows is always read. */
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
    show(entries, firstCursor, known = toBeRead) {
      const shows: Show[] = [];
      let channelId: ChannelId | null = null;
      let isHeard = false;
      let isWatchedByVisitors = false;
      let cursor = firstCursor;
      for (const entry of entries) {
        // Listeners are looked up once for consecutive entries of one channel, because every message needs it.
        if (entry.channelId !== channelId) {
          channelId = entry.channelId;
          isHeard = audience.hears(channelId);
          isWatchedByVisitors = visitors.isWatched(channelId);
        }
        if (isHeard || shows.length > 0 || !queue.isIdle)
          shows.push(showOf(entry, cursor, known, cursor - firstCursor));
        else queue.passOver(cursor);
        if (isWatchedByVisitors) void visitors.show(entry);
        cursor += 1;
      }
      if (shows.length > 0) shared?.listening.note();
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
