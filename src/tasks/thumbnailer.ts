import type { ThumbnailTask } from "../../workers/make-thumbnail.ts";
import type { Limits } from "../config/limits.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { PictureReader, Thumbnailer } from "../ports/thumbnailer.ts";
import { createWorkerPool } from "./worker-pool.ts";

/**
 * Makes one thumbnail at a time in a thread of its own. An upload waits for it, so that the time runs from the asking: none of many pictures
 * at once waits for the time of those before it as well.
 */
export function createThumbnailer({
  clock,
  log,
  limits,
}: {
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly limits: Pick<Limits, "thumbnailsWaitingMax" | "thumbnailPixelsMax" | "thumbnailTimeoutMs">;
}): Thumbnailer {
  const pool = createWorkerPool<ThumbnailTask, Uint8Array | null>({
    task: "make-thumbnail",
    threadsMax: 1,
    queueMax: 1,
  });
  const inTurn = createOneAtATime();
  let waiting = 0;
  let isClosed = false;

  const makeNow = async (read: PictureReader, giveUp: AbortSignal): Promise<Uint8Array | null> => {
    const isGivenUp = (): boolean => isClosed || giveUp.aborted;
    const picture = isGivenUp() ? null : await read();
    if (picture === null || isGivenUp()) return null;
    const made = await pool.run({ picture, pixelsMax: limits.thumbnailPixelsMax }, [picture.buffer], giveUp);
    return made.ok ? made.value : null;
  };
  const makeInTurn = async (read: PictureReader, giveUp: AbortSignal): Promise<Uint8Array | null> => {
    waiting += 1;
    try {
      return await inTurn(() => makeNow(read, giveUp));
    } catch (error) {
      if (!isClosed) log.error({ err: error }, "A thumbnail was not made");
      return null;
    } finally {
      waiting -= 1;
    }
  };
  return {
    make(read) {
      if (waiting >= limits.thumbnailsWaitingMax) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = new AbortController();
        const wake = clock.wakeAt(clock.nowMs() + limits.thumbnailTimeoutMs, () => {
          giveUp.abort();
          resolve(null);
        });
        void makeInTurn(read, giveUp.signal).then((made) => {
          wake.cancel();
          resolve(made);
        });
      });
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}
