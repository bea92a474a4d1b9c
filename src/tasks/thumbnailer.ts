import type { Thumbnail, ThumbnailTask } from "../../workers/make-thumbnail.ts";
import type { Limits } from "../config/limits.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { createOneAtATime } from "../core/one-at-a-time.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { PictureReader, Thumbnailer } from "../ports/thumbnailer.ts";
import { createWorkerPool } from "./worker-pool.ts";

/**
 * Makes one thumbnail at a time in a separate thread. Its time limit includes the wait in the queue, because an upload waits for
 * the thumbnail. So a picture does not wait for the full time of many pictures before it.
 */
export function createThumbnailer({
  clock,
  log,
  limits,
  waits,
}: {
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly limits: Pick<Limits, "thumbnailsWaitingMax" | "thumbnailPixelsMax" | "thumbnailTimeoutMs">;
  readonly waits?: Durations;
}): Thumbnailer {
  const pool = createWorkerPool<ThumbnailTask, Thumbnail>({
    task: "make-thumbnail",
    queueMax: 1,
    ...(waits && { waits }),
  });
  const inTurn = createOneAtATime();
  let waiting = 0;
  let isClosed = false;

  type Kind = ThumbnailTask["kind"];
  /** `null` for a picture that was given up, or was deleted. */
  const makeNow = async (kind: Kind, read: PictureReader, giveUp: AbortSignal): Promise<Thumbnail | null> => {
    const isGivenUp = (): boolean => isClosed || giveUp.aborted;
    const picture = isGivenUp() ? null : await read();
    if (picture === null || isGivenUp()) return null;
    const made = await pool.run({ picture, pixelsMax: limits.thumbnailPixelsMax, kind }, [picture.buffer], giveUp);
    return made.ok ? made.value : null;
  };
  const makeInTurn = async (kind: Kind, read: PictureReader, giveUp: AbortSignal): Promise<Thumbnail | null> => {
    waiting += 1;
    try {
      return await inTurn(() => makeNow(kind, read, giveUp));
    } catch (error) {
      if (!isClosed) log.error({ err: error }, "A thumbnail could not be made");
      return null;
    } finally {
      waiting -= 1;
    }
  };
  const make = (kind: Kind, read: PictureReader): Promise<Thumbnail | null> => {
    if (waiting >= limits.thumbnailsWaitingMax) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = new AbortController();
      const wake = clock.wakeAt(clock.nowMs() + limits.thumbnailTimeoutMs, () => {
        giveUp.abort();
        resolve(null);
      });
      void makeInTurn(kind, read, giveUp.signal).then((made) => {
        wake.cancel();
        resolve(made);
      });
    });
  };
  return {
    async make(read) {
      const made = await make("preview", read);
      return typeof made === "string" ? null : made;
    },
    async makePhoto(picture) {
      const made = await make("photo", async () => picture);
      if (made === null) return fail("overloaded", ERROR_MESSAGE.overloaded);
      return typeof made === "string" ? noPhoto(made, limits.thumbnailPixelsMax) : ok(made);
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

const noPhoto = (why: Exclude<Thumbnail, Uint8Array>, pixelsMax: number): Result<never> =>
  fail(
    "invalid_request",
    why === "pixels"
      ? `The body must be a picture of at most ${pixelsMax} pixels; this picture has more.`
      : "The body must be a complete PNG, JPEG, GIF or WebP picture; this body is another file or is damaged.",
  );
