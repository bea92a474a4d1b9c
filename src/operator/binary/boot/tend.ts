import { basename, dirname } from "node:path";
import { backgroundClock } from "../../../core/clock.ts";
import { noteUse, removeOld } from "./old-contents.ts";
import type { Unpacked } from "./unpack-all.ts";

const dayMs = 86_400_000;

/** Work that can wait until the service serves: syncs the unpacked files and removes older builds, then repeats each day. Does not reject. */
export async function tend(unpacked: Unpacked): Promise<void> {
  const { folder } = unpacked;
  const cache = dirname(folder);
  try {
    await unpacked.settle();
    noteUse(folder, backgroundClock.nowMs());
    await removeOld(cache, basename(folder), backgroundClock.nowMs());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Old unpacked files in ${cache} cannot be removed: ${reason}\n`);
  }
  backgroundClock.wakeAt(
    backgroundClock.nowMs() + dayMs,
    () => void tend({ ...unpacked, settle: async () => undefined }),
  );
}
