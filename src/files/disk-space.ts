import { statfs } from "node:fs/promises";
import type { Clock, Wake } from "../ports/clock.ts";
import type { DiskSpace, MeasuredSpace } from "../ports/disk-space.ts";
import type { Log } from "../ports/log.ts";
import { errorOf } from "./disk-error.ts";

const everyMs = 2_000;

/** Measures once before it resolves, then every 2 s, so that callers never wait for the disk. */
export async function openDiskSpace({
  dir,
  clock,
  log,
}: {
  /** A folder on the disk. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<DiskSpace> {
  let latest: MeasuredSpace | null = null;
  let isReported = false;
  let isClosed = false;
  let wake: Wake | null = null;
  const measure = async (): Promise<void> => {
    try {
      const { bavail, blocks, bsize } = await statfs(dir);
      latest = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      isReported = false;
    } catch (error) {
      latest = null;
      const reason = errorOf("The free space cannot be measured", dir, error).message;
      if (!isReported)
        log.warn(
          { reason },
          "the free disk space cannot be measured; until it can be measured, no request is refused for lack of space",
        );
      isReported = true;
    }
  };
  let measuring = measure();
  await measuring;
  const arm = (): void => {
    if (isClosed) return;
    wake = clock.wakeAt(clock.nowMs() + everyMs, () => {
      measuring = measure().then(arm);
    });
  };
  arm();
  return {
    get latest() {
      return latest;
    },
    async close() {
      isClosed = true;
      wake?.cancel();
      await measuring;
    },
  };
}
