import type { PublishCallEffect } from "../../../machines/call/call.types.ts";
import type { PublishTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FeedEntry, Store, Write } from "../../ports/store.ts";
import type { FeedOrder } from "./feed-order.ts";
import { StoreOrder } from "./feed-order.ts";
import { framesOf } from "./known-frames.ts";
import { createListening } from "./listening.ts";
import type { OwnCommits } from "./own-commits.ts";
import { createPatientReads } from "./patient-reads.ts";
import type { Relay } from "./relay.ts";
import { shownBy } from "./show-entry.ts";
import type { ShownHereParts } from "./shown-here.ts";
import { createShownHere } from "./shown-here.ts";
import { ShownRevisions } from "./shown-revisions.ts";

/** No commit shows as many: behind a damaged row, of which nobody knows how many it held, no cursor is given a second time. */
const entriesOfCommitMax = 100_000;

/**
 * What the desk is shown, numbered by a cursor that never runs backwards. Everything is handed in in the tick in which it became true,
 * and reaches each socket in this order, some reads later. What this node is handed in every other node shows, too, under the same cursors.
 */
export interface Feed {
  /** The cursor of the last entry that was shown here; what is not read yet and entries of running commits are beyond it. */
  readonly cursor: number;
  /** Whether other nodes show the same, each in its time. */
  readonly isShared: boolean;
  /** Takes `count` cursors; answers the first. Where other nodes write too, the store gives them. */
  reserve(count: number): number;
  /** Shows the entries of a durable commit, which wrote these rows, to the sockets that watch their channels. A node that is alone hands commits in in their order. */
  show(entries: readonly FeedEntry[], firstCursor: number, writes: readonly Write[]): void;
  showTyping(actor: ActorKey, effect: PublishTypingEffect): void;
  /** On this node alone: with it goes the note of which calls run. */
  showCall(effect: PublishCallEffect): void;
  showOfflineMessage(number: number): void;
  /** Tells administrators alone. */
  showUnseen(): void;
  /**
   * Whether the same chat or message will be shown once more, by an entry beyond the cursor, and perhaps as it was read a while ago: whoever
   * is told of it otherwise meanwhile would see it go back.
   */
  isYetToShow(entry: FeedEntry): boolean;
  /** One desk is sent the chat or message in this revision, which is perhaps beyond the cursor: it is not to see it go back. */
  noteSent(entry: FeedEntry, revision: number): void;
  /** Resolves when desks were shown everything that was handed in before, or committed by another node; without the latter where it cannot be read now. */
  whenShown(): Promise<void>;
  /** Resolves when nothing waits for what another node committed before it: mostly at once. */
  whenWhole(): Promise<void>;
  /** Called when there is something that nobody was shown, and nobody can be shown any more: whoever listens has to read anew. */
  onSkipped(listener: () => void): void;
  /** Shows nothing more of what other nodes commit. */
  stop(): void;
}

export interface FeedParts extends ShownHereParts {
  readonly store: Store;
  readonly peers: Pick<Peers, "isAlone" | "tell" | "hear" | "onGap">;
  readonly relay: Relay;
  readonly ownCommits: Pick<OwnCommits, "whenShown">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error" | "warn">;
}

export async function createFeed(parts: FeedParts): Promise<Feed> {
  const { relay, peers } = parts;
  const lastCursor = await readLastCursor(parts);
  let reservedCursor = lastCursor;
  const durable = createPatientReads(parts);
  const revisions = new ShownRevisions();
  const listening = createListening(parts);
  const shared = peers.isAlone ? {} : { shared: { revisions, listening } };
  const here = createShownHere({ ...parts, store: { durable }, ...shared }, lastCursor);
  const listeners: (() => void)[] = [];
  const skipped = (): void => {
    for (const listener of listeners) listener();
  };
  const order = peers.isAlone
    ? aloneOrder(here)
    : new StoreOrder({ ...parts, listening, cursor: lastCursor, handOver: here.show, skipped });
  const showTyping = relay.everywhere("typing", ({ actor, effect }) => here.showTyping(actor, effect));
  const whenAllShown = async (): Promise<void> => {
    await order.look();
    await here.whenShown();
  };
  const showUnseen = relay.everywhere("unseen", here.showUnseen);

  return {
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
      else order.show(entries, firstCursor, framesOf(entries, writes, durable, parts.limits));
    },
    showTyping: (actor, effect) => showTyping({ actor, effect }),
    showCall: here.showCall,
    showOfflineMessage: relay.everywhere("offline", here.showOfflineMessage),
    showUnseen: () => showUnseen(null),
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

async function readLastCursor({ store, peers }: Pick<FeedParts, "store" | "peers">): Promise<number> {
  const [last] = await scanKeys(store, "feed", { reverse: true, limit: 1 });
  if (last === undefined) return 0;
  // A store that gives the cursors knows how many it gave: its next row tells.
  const entriesMax = peers.isAlone ? entriesOfCommitMax : 1;
  return last.key[0] + (last.row?.entries.length ?? entriesMax) - 1;
}

const done = Promise.resolve();

/** Of a node that is alone: whoever hands in commits hands them in in order. */
const aloneOrder = ({ show }: Pick<FeedOrder, "show">): FeedOrder => ({
  show,
  holds: () => false,
  whenWhole: () => done,
  look: () => done,
  stop: () => undefined,
});
