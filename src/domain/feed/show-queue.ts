import { KeyCounts } from "../../core/bounds/key-counts.ts";
import type { Log } from "../../ports/log.ts";
import type { DeskFrame } from "./desk-audience.ts";
import type { EntryReader } from "./entry-reader.ts";

/** What is read side by side. */
const showsAtOnce = 64;

/** One thing that desks are to be shown. */
export interface Show {
  /** The same for all news of one thing; `null` for what is told once. */
  readonly name: string | null;
  /** Where the feed stands once it was shown; `null` for what has no cursor. */
  readonly cursor: number | null;
  /** Whether anybody would get it now, as far as that is known before it is read. */
  isHeard(): boolean;
  /** Begins to read in the tick of the call. `null` when there is nothing to show after all. */
  read(entries: EntryReader): Promise<DeskFrame | null>;
}

/** Or who waits until everything before is shown. */
type Waiting = Show | (() => void);

/** Keeps the order of what desks are shown, however long each takes to be read. */
export interface ShowQueue {
  /** Of the last show that was published or passed over. */
  readonly cursor: number;
  /** Nothing waits: what needs no reading may be published, or passed over, at once. */
  readonly isIdle: boolean;
  /** Whether news of this name wait, be they read already or not. */
  holds(name: string): boolean;
  /** Nobody hears what is at this cursor. To be called while it is idle. */
  passOver(cursor: number): void;
  /** Everything in it is durable. */
  add(shows: readonly Show[]): void;
  /** Resolves when everything that was handed in before is published or passed over. */
  whenShown(): Promise<void>;
}

export interface ShowQueueParts {
  readonly cursor: number;
  /** Called for each batch. */
  readonly createReader: () => EntryReader;
  readonly publish: (frame: DeskFrame) => void;
  readonly log: Pick<Log, "error">;
}

/**
 * A batch is read side by side and published in order; the next one is read behind it, so that no desk sees a chat go back to what it was.
 * What nobody hears is not read, but keeps its place: whoever comes to listen before its turn gets it. The cursor moves in the tick of
 * each publishing, so that everything beyond the cursor reaches whoever subscribes in the same tick.
 */
export function createShowQueue({ cursor: firstCursor, createReader, publish, log }: ShowQueueParts): ShowQueue {
  let cursor = firstCursor;
  let isIdle = true;
  let waiting: Waiting[] = [];
  const names = new KeyCounts();

  const failed = (error: unknown): null => {
    log.error({ err: error }, "what desks were to be shown could not be read; it is passed over");
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
