import { KeyCounts } from "../../core/bounds/key-counts.ts";
import type { Log } from "../../ports/log.ts";
import type { DeskFrame } from "./desk-audience.ts";
import type { EntryReader } from "./entry-reader.ts";

/** The number of parallel reads. */
const showsAtOnce = 64;

/** One update for desks. */
export interface Show {
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
export interface ShowQueue {
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

export interface ShowQueueParts {
  readonly cursor: number;
  /** Called for each batch. */
  readonly createReader: () => EntryReader;
  readonly publish: (frame: DeskFrame) => void;
  readonly log: Pick<Log, "error">;
}

/**
 * A batch is read in parallel and published in order. The next batch is read after it, so that no desk sees a chat go back to an
 * older state. An update without a listener is not read but keeps its place: a desk that subscribes before its turn receives it.
 * The cursor moves in the tick of each publication, so that a desk that subscribes in the same tick receives everything beyond the
 * cursor.
 */
export function createShowQueue({ cursor: firstCursor, createReader, publish, log }: ShowQueueParts): ShowQueue {
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
