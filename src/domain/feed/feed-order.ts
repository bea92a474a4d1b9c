import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import { createOneAtATime } from "../../core/one-at-a-time.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FeedEntry, ScannedRows } from "../../ports/store.ts";
import type { EntryFrame, KnownFrames } from "./feed-frames.ts";
import { toBeRead } from "./feed-frames.ts";
import type { Listening } from "./relay.ts";
import type { OwnCommits } from "./shared-store.ts";

/** Tells may overtake one another by this time. After that the missing entries are read. */
const holeMs = 50;
/** A node may have died between its commit and its tell, so that no other node knows of the gap. */
const lookEveryMs = 1_000;
const rowsAtOnce = 256;
/** The commits that may wait after a gap. If there are more, their rows are read. */
const heldMax = 4_096;
/** The tell of a commit with more entries contains no frames. */
const framesSentMax = 64;

/** Puts the commits of all nodes into the order of the store's cursors, without gaps. */
export interface FeedOrder {
  /** Shows a durable commit of this node, with its frames, and sends it to the other nodes. */
  show(entries: readonly FeedEntry[], firstCursor: number, known?: KnownFrames): void;
  /** Whether an entry for which `isSuch` is true waits after a gap. */
  holds(isSuch: (entry: FeedEntry) => boolean): boolean;
  /** Resolves when all entries that wait at the call are handed over; at once if none waits. */
  whenWhole(): Promise<void>;
  /**
   * Reads stored entries that were not shown. Resolves when all commits of any node before the call are handed over; never rejects.
   */
  look(): Promise<void>;
  stop(): void;
}

export interface FeedOrderParts {
  /** The cursor of the last entry that need not be shown. */
  readonly cursor: number;
  readonly store: ScannedRows;
  readonly peers: Peers;
  readonly ownCommits: OwnCommits;
  readonly listening: Listening;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with every commit, in order. */
  readonly handOver: (entries: readonly FeedEntry[], firstCursor: number, known: KnownFrames) => void;
  /** Called when entries are lost to this node: their rows were damaged, or deleted for their age, before it read them. */
  readonly skipped: () => void;
}

/** One commit, of this node or another. */
interface ShownCommit {
  readonly entries: readonly FeedEntry[];
  readonly known: KnownFrames;
}

export class StoreOrder implements FeedOrder {
  readonly #parts: FeedOrderParts;
  readonly #oneAtATime = createOneAtATime();
  /** Commits after a gap, by their first cursor. */
  readonly #held = new Map<number, ShownCommit>();
  #waiting: { readonly cursor: number; readonly whole: () => void }[] = [];
  #next: number;
  #hole: Wake | null = null;
  #poll: Wake | null = null;
  #nextLook: Promise<void> | null = null;
  #isStopped = false;
  #isFailing = false;

  constructor(parts: FeedOrderParts) {
    this.#parts = parts;
    this.#next = parts.cursor + 1;
    const { peers } = parts;
    peers.hear("feed", (text) => {
      const { firstCursor, entries, known } = decodeFeedTell(text);
      if (entries !== null) this.#take({ entries, known }, firstCursor);
      else if (firstCursor >= this.#next) void this.look();
    });
    peers.onGap(() => void this.look());
    void this.#lookAgain();
  }

  show(entries: readonly FeedEntry[], firstCursor: number, known: KnownFrames = toBeRead): void {
    const own = { entries, known };
    const isWithFrames = this.#parts.listening.isElsewhere && entries.length <= framesSentMax;
    if (isWithFrames) void this.#tellFrames(own, firstCursor);
    else void this.#parts.peers.tell("feed", encodeFeedTell(entries, firstCursor));
    this.#take(own, firstCursor);
  }

  holds(isSuch: (entry: FeedEntry) => boolean): boolean {
    for (const { entries } of this.#held.values()) if (entries.some(isSuch)) return true;
    return false;
  }

  whenWhole(): Promise<void> {
    if (this.#held.size === 0) return Promise.resolve();
    const cursor = Math.max(...this.#held.keys());
    return new Promise((whole) => void this.#waiting.push({ cursor, whole }));
  }

  look(): Promise<void> {
    this.#nextLook ??= this.#oneAtATime(async () => {
      this.#nextLook = null;
      try {
        while (!this.#isStopped && (await this.#readPage()));
        this.#isFailing = false;
      } catch (error) {
        // The store reports its own failures. The next look comes soon.
        if (!this.#isFailing && !this.#isStopped)
          this.#parts.log.error({ err: error }, "the feed entries of other nodes could not be read; trying again");
        this.#isFailing = true;
      }
    });
    return this.#nextLook;
  }

  stop(): void {
    this.#isStopped = true;
    this.#poll?.cancel();
    this.#hole?.cancel();
    for (const { whole } of this.#waiting.splice(0)) whole();
  }

  /** Mostly runs in the same turn of the event loop. A frame that must be read is sent after the tells that arrive meanwhile. */
  async #tellFrames({ entries, known }: ShownCommit, firstCursor: number): Promise<void> {
    const frameOf = async (index: number): Promise<EntryFrame | null> => {
      try {
        const read = await known(index);
        return read ? { revision: read.revision, text: read.encode(firstCursor + index) } : null;
      } catch {
        // Sent without this frame. The node that shows it reads the row and reports the fault.
        return null;
      }
    };
    const frames = await Promise.all(entries.map((_, index) => frameOf(index)));
    void this.#parts.peers.tell("feed", encodeFeedTell(entries, firstCursor, frames));
  }

  async #lookAgain(): Promise<void> {
    await this.look();
    if (this.#isStopped) return;
    const { clock } = this.#parts;
    this.#poll = clock.wakeAt(clock.nowMs() + lookEveryMs, () => void this.#lookAgain());
  }

  /** Returns whether there may be more entries. */
  async #readPage(): Promise<boolean> {
    const { store, ownCommits } = this.#parts;
    const rows = await store.scan("feed", { after: [this.#next - 1], limit: rowsAtOnce, onDamaged: () => null });
    await ownCommits.whenShown();
    for (const { key, row } of rows) {
      // A row never becomes visible before an earlier one, so a missing row will not appear.
      if (key[0] > this.#next) this.#skipTo(key[0]);
      this.#take({ entries: row.entries, known: toBeRead }, key[0]);
    }
    return rows.length === rowsAtOnce;
  }

  #take(commit: ShownCommit, firstCursor: number): void {
    if (firstCursor < this.#next || this.#isStopped) return;
    if (firstCursor > this.#next) {
      this.#hold(commit, firstCursor);
      return;
    }
    for (let ready: ShownCommit | undefined = commit; ready !== undefined; ) {
      const first = this.#next;
      this.#next += ready.entries.length;
      this.#held.delete(first);
      this.#parts.handOver(ready.entries, first, ready.known);
      ready = this.#held.size === 0 ? undefined : this.#held.get(this.#next);
    }
    if (this.#hole !== null) this.#advanced();
  }

  #hold(commit: ShownCommit, firstCursor: number): void {
    if (this.#held.size < heldMax) this.#held.set(firstCursor, commit);
    const { clock } = this.#parts;
    this.#hole ??= clock.wakeAt(clock.nowMs() + holeMs, () => void this.look());
  }

  #skipTo(cursor: number): void {
    this.#parts.log.warn(
      { from: this.#next, to: cursor },
      "feed entries that desks need are no longer stored; the desks read everything again",
    );
    this.#next = cursor;
    for (const first of this.#held.keys()) if (first < cursor) this.#held.delete(first);
    this.#parts.skipped();
  }

  /** The gap may be closed now, or there may be a different one. */
  #advanced(): void {
    this.#hole?.cancel();
    this.#hole = null;
    const { clock } = this.#parts;
    if (this.#held.size > 0) this.#hole = clock.wakeAt(clock.nowMs() + holeMs, () => void this.look());
    if (this.#waiting.length === 0) return;
    const whole = this.#waiting.filter(({ cursor }) => cursor < this.#next);
    this.#waiting = this.#waiting.filter(({ cursor }) => cursor >= this.#next);
    for (const one of whole) one.whole();
  }
}

/** The tell of one commit: its entries, or only their number when they are many; then their rows are read. */
interface FeedTell {
  readonly firstCursor: number;
  readonly entries: readonly FeedEntry[] | null;
  readonly known: KnownFrames;
}

/** About 30 KB: reading a row of this size costs less than sending it. */
const entriesSentMax = 500;
/** The node that shows a longer frame reads it. The same applies to all frames of a commit when they are longer together. */
const frameCharactersMax = 8 * 1024;
const framesCharactersMax = 64 * 1024;

type TellEntry = readonly [chatId: ChatId, channelId: ChannelId, messageSeq: number, revision?: number];
type Sent = readonly [firstCursor: number, ...entries: TellEntry[]];

/** One line of JSON, then one line for each entry if frames are sent: a frame has no line break. */
export function encodeFeedTell(
  entries: readonly FeedEntry[],
  firstCursor: number,
  frames: readonly (EntryFrame | null)[] = [],
): string {
  const isSent = entries.length <= entriesSentMax;
  const lines = isSent ? frames.map(toLine) : [];
  if (lines.reduce((sum, { length }) => sum + length, 0) > framesCharactersMax)
    return encodeFeedTell(entries, firstCursor);
  const sent = isSent ? entries.map((entry, index) => toTellEntry(entry, frames[index])) : [];
  return [JSON.stringify([firstCursor, ...sent] satisfies Sent), ...lines].join("\n");
}

const toTellEntry = ({ chatId, channelId, messageSeq }: FeedEntry, frame: EntryFrame | null | undefined): TellEntry =>
  frame ? [chatId, channelId, messageSeq, frame.revision] : [chatId, channelId, messageSeq];

const toLine = (frame: EntryFrame | null): string =>
  frame !== null && frame.text.length <= frameCharactersMax ? frame.text : "";

export function decodeFeedTell(text: string): FeedTell {
  const [head = "", ...lines] = text.split("\n");
  const [firstCursor, ...sent]: Sent = JSON.parse(head);
  const entries = sent.map(([chatId, channelId, messageSeq]): FeedEntry => ({ chatId, channelId, messageSeq }));
  const known: KnownFrames = (index) => {
    const [, , , revision = 0] = sent[index] ?? [];
    const line = lines[index] ?? "";
    return line === "" ? undefined : Promise.resolve({ revision, encode: () => line });
  };
  return {
    firstCursor,
    entries: entries.length === 0 ? null : entries,
    known: lines.length === 0 ? toBeRead : known,
  };
}
