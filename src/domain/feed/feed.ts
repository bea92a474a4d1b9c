import type { PublishCallEffect } from "../../../machines/call/call.machine.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Limits } from "../../config/limits.ts";
import { scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import { generationCounter } from "../../core/rows/new-generation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FeedEntry, ScannedRows, Store, Write } from "../../ports/store.ts";
import type { ViewerNews } from "./feed-frames.ts";
import { framesOf } from "./feed-frames.ts";
import type { FeedOrder } from "./feed-order.ts";
import { StoreOrder } from "./feed-order.ts";
import type { Relay } from "./relay.ts";
import { createListening } from "./relay.ts";
import type { OwnCommits } from "./shared-store.ts";
import { createPatientReads } from "./shared-store.ts";
import type { Spectators } from "./shown-here.ts";
import { createShownHere, ShownRevisions } from "./shown-here.ts";
import { shownBy } from "./topics.ts";

/** No commit shows this many entries. So after a damaged row with an unknown number of entries, no cursor is given twice. */
const entriesOfCommitMax = 100_000;

/**
 * The updates for desks, numbered by a cursor that never goes back. Each update is passed to the feed in the tick in which it
 * became true, and reaches each socket in this order, some reads later. Every other node shows the same updates under the same
 * cursors.
 */
export interface Feed {
  /** The cursor from which the present generation counts: those below it are of a time that a restore may have undone. */
  readonly generation: number;
  /** The cursor of the last entry that was shown here. Unread entries and entries of running commits are beyond it. */
  readonly cursor: number;
  /** Whether other nodes show the same, each in its time. */
  readonly isShared: boolean;
  /** Reserves `count` cursors and returns the first. Where several nodes write, the store assigns the cursors. */
  reserve(count: number): number;
  /**
   * Shows the entries of a durable commit, which wrote these rows, to the sockets that watch their channels. A single node calls it
   * in the order of commits.
   */
  show(entries: readonly FeedEntry[], firstCursor: number, writes: readonly Write[]): void;
  showTyping(actor: ActorKey, effect: PublishTypingEffect): void;
  /** Only on this node: it is sent together with the note of the running calls. */
  showCall(effect: PublishCallEffect): void;
  showOfflineMessage(number: number): void;
  /** Notifies administrators only. */
  showUnseen(): void;
  /** An agent has a chat open, writes in it, or has left it. Shown, never stored. */
  showViewer(news: ViewerNews): void;
  /**
   * Whether an entry beyond the cursor will show the same chat or message once more, perhaps in a state that was read earlier. A
   * desk that receives a newer state in another way meanwhile would see it go back.
   */
  isYetToShow(entry: FeedEntry): boolean;
  /**
   * Notes that one desk receives the chat or message in this revision, which may be beyond the cursor. The desk must not see it go
   * back.
   */
  noteSent(entry: FeedEntry, revision: number): void;
  /**
   * Resolves when desks have received all earlier updates of this node and all earlier commits of other nodes, except those that
   * cannot be read now.
   */
  whenShown(): Promise<void>;
  /** Resolves when no update waits for an earlier commit of another node: mostly at once. */
  whenWhole(): Promise<void>;
  /** The listener is called when updates were lost and can no longer be shown: desks must reload. */
  onSkipped(listener: () => void): void;
  /** Stops showing commits of other nodes. */
  stop(): void;
}

export interface FeedParts {
  readonly store: Store;
  readonly peers: Peers;
  readonly relay: Relay;
  readonly ownCommits: OwnCommits;
  readonly spectators: Spectators;
  readonly clock: Clock;
  readonly log: Log;
}

export async function createFeed(parts: FeedParts): Promise<Feed> {
  const { store, peers, relay, ownCommits, spectators, clock, log } = parts;
  const generation = (await undamagedLater(() => store.read("counter", [generationCounter])))?.last ?? 0;
  const lastCursor = Math.max(generation, await readLastCursor(store, peers));
  let reservedCursor = lastCursor;
  const durable = createPatientReads(store, peers, clock);
  const revisions = new ShownRevisions();
  const listening = createListening({ relay, clock });
  const shared = peers.isAlone ? null : { revisions, listening };
  const here = createShownHere(durable, spectators, shared, lastCursor, log);
  const listeners: (() => void)[] = [];
  const skipped = (): void => {
    for (const listener of listeners) listener();
  };
  const order = peers.isAlone
    ? aloneOrder(here.show)
    : new StoreOrder({
        cursor: lastCursor,
        store,
        peers,
        ownCommits,
        listening,
        clock,
        log,
        handOver: here.show,
        skipped,
      });
  const showTyping = relay.everywhere("typing", ({ actor, effect }) => here.showTyping(actor, effect));
  const whenAllShown = async (): Promise<void> => {
    await order.look();
    await here.whenShown();
  };
  const showUnseen = relay.everywhere("unseen", here.showUnseen);

  return {
    generation,
    get cursor() {
      return here.cursor;
    },
    isShared: !peers.isAlone,
    reserve(count) {
      const first = reservedCursor + 1;
      reservedCursor += count;
      return first;
    },
    show(entries, firstCursor, writes) {
      if (peers.isAlone) order.show(entries, firstCursor);
      else order.show(entries, firstCursor, framesOf(entries, writes, durable, spectators.limits));
    },
    showTyping: (actor, effect) => showTyping({ actor, effect }),
    showCall: here.showCall,
    showOfflineMessage: relay.everywhere("offline", here.showOfflineMessage),
    showUnseen: () => showUnseen(null),
    showViewer: relay.everywhere("viewer", here.showViewer),
    isYetToShow: (entry) => here.isYetToShow(entry) || order.holds((held) => shownBy(held) === shownBy(entry)),
    noteSent(entry, revision) {
      if (!peers.isAlone) revisions.noteSent(entry, revision);
    },
    whenShown: peers.isAlone ? here.whenShown : whenAllShown,
    whenWhole: () => order.whenWhole(),
    onSkipped: (listener) => void listeners.push(listener),
    stop: () => order.stop(),
  };
}

async function readLastCursor(store: Store, peers: Peers): Promise<number> {
  const [last] = await scanKeys(store, "feed", { reverse: true, limit: 1 });
  if (last === undefined) return 0;
  // A store that assigns the cursors knows their number: its next row shows it.
  const entriesMax = peers.isAlone ? entriesOfCommitMax : 1;
  return last.key[0] + (last.row?.entries.length ?? entriesMax) - 1;
}

const done = Promise.resolve();

/** For a single node: its callers pass commits in order. */
const aloneOrder = (show: FeedOrder["show"]): FeedOrder => ({
  show,
  holds: () => false,
  whenWhole: () => done,
  look: () => done,
  stop: () => undefined,
});

export interface Missed {
  readonly cursor: number;
  readonly entry: FeedEntry;
}

/** A page of shown entries after the cursor; null when some of them are damaged or deleted. */
export async function readMissed(
  cursor: number,
  {
    store,
    feed,
    limits,
  }: { readonly store: ScannedRows; readonly feed: { readonly cursor: number }; readonly limits: Limits },
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
  { store, feed }: { readonly store: ScannedRows; readonly feed: Feed },
): Promise<boolean> {
  if (cursor < feed.generation) return false;
  if (cursor >= feed.cursor) return cursor === feed.cursor;
  const onDamaged = (): null => null;
  const [current] = await store.scan("feed", { after: [cursor + 1], reverse: true, limit: 1, onDamaged });
  if (current !== undefined) return true;
  const [oldest] = await store.scan("feed", { limit: 1, onDamaged });
  return oldest?.key[0] === cursor + 1;
}
