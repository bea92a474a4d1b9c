import type { PublishCallEffect } from "../../../machines/call/call.machine.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey, ChannelId } from "../../../machines/ids.ts";
import type { Limits } from "../../config/limits.ts";
import { KeyCounts } from "../../core/bounds/key-counts.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { Log } from "../../ports/log.ts";
import type { FeedEntry, StoredRows } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import type { DeskFrame, KnownFrames, ReadEntry, ViewerNews } from "./feed-frames.ts";
import {
  callFrame,
  readEntry,
  readOfflineFrame,
  readTypingFrame,
  toBeRead,
  unseenFrame,
  viewerFrame,
} from "./feed-frames.ts";
import type { Listening } from "./relay.ts";
import { deskTopic, everyChannelTopic, shownBy } from "./topics.ts";
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
  showViewer(news: ViewerNews): void;
  /** Whether the same chat or message will be shown once more. */
  isYetToShow(entry: FeedEntry): boolean;
  /** Resolves when everything handed in earlier is shown. */
  whenShown(): Promise<void>;
}

/** The sockets of this node, and what decides what they are shown. */
export interface Spectators {
  readonly broadcaster: Broadcaster;
  readonly visitors: Pick<VisitorFeed, "isWatched" | "show">;
  readonly directory: Directory;
  readonly limits: Limits;
}

/** `shared` is `null` on a single node: it reads all of its frames, and sends nothing. */
export function createShownHere(
  durable: StoredRows,
  { broadcaster, visitors, directory, limits }: Spectators,
  shared: { readonly revisions: ShownRevisions; readonly listening: Listening } | null,
  lastCursor: number,
  log: Log,
): ShownHere {
  const audience = createDeskAudience(broadcaster);
  const queue = createShowQueue(lastCursor, () => createEntryReader(durable, limits), audience.publish, log);

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
      return shared === null ? frame : { ...frame, isNews: () => shared.revisions.isNews(entry, revision) };
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
    showViewer: (news) => showKnown(viewerFrame(news)),
    isYetToShow: (entry) => queue.holds(shownBy(entry)),
    whenShown: () => queue.whenShown(),
  };
}

/** The number of parallel reads. */
const showsAtOnce = 64;

/** One update for desks. */
interface Show {
  /** The same for all updates of one chat or message; `null` for a single update. */
  readonly name: string | null;
  /** The feed's cursor after this update; `null` for an update without a cursor. */
  readonly cursor: number | null;
  /** Whether any desk would receive it now, as far as that is known before the read. */
  isHeard(): boolean;
  /** Begins to read in the tick of the call. Resolves with `null` when there is nothing to show. */
  read(entries: EntryReader): Promise<DeskFrame | null>;
}

/** An update, or a callback that waits until everything before it is shown. */
type Waiting = Show | (() => void);

/** Keeps the order of updates for desks, however long each read takes. */
interface ShowQueue {
  /** The cursor of the last update that was published or skipped. */
  readonly cursor: number;
  /** Whether the queue is empty: an update that needs no read may then be published or skipped at once. */
  readonly isIdle: boolean;
  /** Whether updates with this name wait, read or unread. */
  holds(name: string): boolean;
  /** Skips the update at this cursor, because no desk listens. Call it only while the queue is idle. */
  passOver(cursor: number): void;
  /** Adds updates. Their rows must be durable. */
  add(shows: readonly Show[]): void;
  /** Resolves when all earlier updates are published or skipped. */
  whenShown(): Promise<void>;
}

/**
 * A batch is read in parallel and published in order. The next batch is read after it, so that no desk sees a chat go back to an
 * older state. An update without a listener is not read but keeps its place: a desk that subscribes before its turn receives it.
 * The cursor moves in the tick of each publication, so that a desk that subscribes in the same tick receives everything beyond the
 * cursor. `createReader` is called for each batch.
 */
function createShowQueue(
  firstCursor: number,
  createReader: () => EntryReader,
  publish: (frame: DeskFrame) => void,
  log: Log,
): ShowQueue {
  let cursor = firstCursor;
  let isIdle = true;
  let waiting: Waiting[] = [];
  const names = new KeyCounts();

  const failed = (error: unknown): null => {
    log.error({ err: error }, "an update for desks could not be read; it is skipped");
    return null;
  };
  const showBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const entries = createReader();
    const read = (show: Show): Promise<DeskFrame | null> | null =>
      show.isHeard() ? show.read(entries).catch(failed) : null;
    const begun = batch.map((one) => (typeof one === "function" ? null : read(one)));
    for (const [index, one] of batch.entries()) {
      if (typeof one === "function") {
        one();
        continue;
      }
      const reading = begun[index] ?? read(one);
      const frame = reading === null ? null : await reading;
      try {
        if (frame !== null) publish(frame);
      } catch (error) {
        failed(error);
      }
      if (one.cursor !== null) cursor = one.cursor;
      if (one.name !== null) names.remove(one.name);
    }
  };
  const showAll = async (): Promise<void> => {
    isIdle = false;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, showsAtOnce);
      waiting = waiting.slice(showsAtOnce);
      await showBatch(batch);
    }
    isIdle = true;
  };

  return {
    get cursor() {
      return cursor;
    },
    get isIdle() {
      return isIdle;
    },
    holds: (name) => names.count(name) > 0,
    passOver(passed) {
      cursor = passed;
    },
    add(shows) {
      if (shows.length === 0) return;
      for (const show of shows) {
        waiting.push(show);
        if (show.name !== null) names.add(show.name);
      }
      if (isIdle) void showAll();
    },
    whenShown: () => (isIdle ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
  };
}

/** Reads the entries of one batch, each in its present state. */
interface EntryReader {
  /** `null` for a deleted message and for a damaged row. */
  read(entry: FeedEntry): Promise<ReadEntry | null>;
}

/**
 * A chat or message that a batch shows several times is read once. With two parallel reads, the first might return the newer state,
 * and desks would see it go back for a moment. All entries of the batch are durable before the first read, so that no frame is
 * older than its entry.
 */
function createEntryReader(rows: StoredRows, limits: Limits): EntryReader {
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

/** The desks that listen now. */
interface DeskAudience {
  hears(channelId: ChannelId | null): boolean;
  publish(frame: DeskFrame): void;
}

export function createDeskAudience(broadcaster: Broadcaster): DeskAudience {
  const topicsHeard = (channelId: ChannelId | null): readonly string[] => {
    const topics = channelId === null ? [everyChannelTopic] : [deskTopic(channelId), everyChannelTopic];
    return topics.filter((topic) => broadcaster.hasSubscribers(topic));
  };
  return {
    hears: (channelId) => topicsHeard(channelId).length > 0,
    publish({ channelId, encode, isNews }) {
      const topics = topicsHeard(channelId);
      if (topics.length === 0 || isNews?.() === false) return;
      const text = encode();
      for (const topic of topics) broadcaster.publish(topic, text);
    },
  };
}

/** The remembered chats and messages. Desks may briefly see an older state of one that was shown longer ago. */
const rememberedMax = 10_000;

type Revisions = ReturnType<typeof createLastUsed<string, { readonly revision: number }>>;

/**
 * The last shown revision of chats and messages. A frame from a tell shows its own commit, but a row that this node reads may be
 * newer. Desks that received the newer state must not see it go back.
 */
export class ShownRevisions {
  readonly #published: Revisions = createLastUsed(rememberedMax);
  readonly #sent: Revisions = createLastUsed(rememberedMax);

  /** Call it before a frame is shown to every desk. False when all of them have received a newer state. */
  isNews(entry: FeedEntry, revision: number): boolean {
    const name = shownBy(entry);
    const last = this.#published.get(name)?.revision ?? -1;
    if (revision > last) this.#published.set(name, { revision });
    return revision >= last;
  }

  /** Notes that only one desk received it. */
  noteSent(entry: FeedEntry, revision: number): void {
    // Two desks may receive states in another order than they were read.
    if (!this.wasSentNewer(entry, revision)) this.#sent.set(shownBy(entry), { revision });
  }

  /** Whether only one desk received a newer state: then all desks must receive the newest one. */
  wasSentNewer(entry: FeedEntry, revision: number): boolean {
    return (this.#sent.get(shownBy(entry))?.revision ?? -1) > revision;
  }
}
