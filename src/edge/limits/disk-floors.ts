import type { Limits } from "../../config/limits.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import type { DiskSpace } from "../../ports/disk-space.ts";
import type { QuotaName, Refusals } from "./refusals.ts";

/** What is not taken any more while the disk has little left; agents go on, for their words are few. Reads memory alone. */
export interface DiskFloors {
  /** Why no file is taken, of whomever; `null` while there is room. */
  refuseFile(): Failure | null;
  /** Why no chat may begin, later than files are refused; `null` while there is room. */
  refuseChat(): Failure | null;
  /** The same, where it has to be looked up whether a chat would begin: `null` at once while there is room. */
  refuseBeginning(isBeginning: () => Promise<boolean>): Promise<Failure | null> | null;
}

export interface DiskFloorParts {
  /** Absent where nothing lies on a disk. */
  readonly disk?: Pick<DiskSpace, "latest">;
  readonly limits: Pick<Limits, "filesFreeBytesMin" | "chatsFreeBytesMin">;
  readonly refusals: Refusals;
}

/** A small disk keeps these parts of itself free, so that the floors for large ones do not close it from the start. */
const partOfDisk = { filesFreeBytesMin: 1 / 10, chatsFreeBytesMin: 1 / 40 } as const;
type FloorName = QuotaName & keyof typeof partOfDisk;
const retryAfterSeconds = 60;

export function createDiskFloors({ disk, limits, refusals }: DiskFloorParts): DiskFloors {
  const failureBelow = (name: FloorName, code: ErrorCode, what: string): Failure | null => {
    const latest = disk?.latest ?? null;
    if (latest === null) return null;
    const { freeBytes, totalBytes } = latest;
    const floorBytes = Math.floor(Math.min(limits[name], totalBytes * partOfDisk[name]));
    if (freeBytes >= floorBytes) return null;
    const message = `The disk has ${freeBytes} bytes left; ${what} below ${floorBytes} (${name}). Try again in ${retryAfterSeconds} seconds.`;
    return { code, message, retryAfterSeconds };
  };
  const counted = (name: FloorName, failure: Failure | null): Failure | null => {
    if (failure !== null) refusals.count(name);
    return failure;
  };
  const belowChats = (): Failure | null => failureBelow("chatsFreeBytesMin", "unavailable", "no new chat begins");
  return {
    refuseFile: () =>
      counted("filesFreeBytesMin", failureBelow("filesFreeBytesMin", "insufficient_storage", "no file is taken")),
    refuseChat: () => counted("chatsFreeBytesMin", belowChats()),
    refuseBeginning(isBeginning) {
      const failure = belowChats();
      if (failure === null) return null;
      return isBeginning().then((isMeant) => (isMeant ? counted("chatsFreeBytesMin", failure) : null));
    },
  };
}
