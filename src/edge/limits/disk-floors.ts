import type { Limits } from "../../config/limits.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import type { DiskSpace, MeasuredSpace } from "../../ports/disk-space.ts";
import type { QuotaName, Refusals } from "./refusals.ts";

/**
 * Refusals while the disk has little room. Agents can continue, because they write little. Reads only memory. A write that fails all the
 * same is answered by `core/rows/store-failure.ts`.
 */
export interface DiskFloors {
  /** Returns why files are refused, from any sender; `null` while there is room. */
  refuseFile(): Failure | null;
  /** Returns why new chats are refused, with less room than for files; `null` while there is room. */
  refuseChat(): Failure | null;
  /** Returns why all messages of customers and visitors are refused; this floor is the last, to leave room for agents. `null` while there is room. */
  refuseWords(): Failure | null;
  /**
   * Returns why a message of a customer is refused. `isBeginning` looks up whether it would start a chat. Returns `null` at once while there
   * is room.
   */
  refuseMessage(isBeginning: () => Promise<boolean>): Failure | Promise<Failure | null> | null;
  /** The floors for the disk by its last measurement; empty before the first one. */
  show(): readonly DiskFloor[];
}

/** In the order in which a filling disk reaches them. */
export const floorNames = ["filesFreeBytesMin", "chatsFreeBytesMin", "messagesFreeBytesMin"] as const;
export type FloorName = QuotaName & (typeof floorNames)[number];

export interface DiskFloor {
  readonly name: FloorName;
  readonly freeBytes: number;
  /** Below this free space it refuses. */
  readonly floorBytes: number;
  /** Below this free space it warns. */
  readonly warnBytes: number;
}

/** The fractions that a small disk keeps free, so that the floors for large disks do not block it from the start. */
const partOfDisk = { filesFreeBytesMin: 1 / 10, chatsFreeBytesMin: 1 / 40, messagesFreeBytesMin: 1 / 160 } as const;
const retryAfterSeconds = 60;

export function createDiskFloors({
  disk,
  limits,
  refusals,
}: {
  /** Absent where nothing is stored on a disk. */
  readonly disk?: Pick<DiskSpace, "latest"> | undefined;
  readonly limits: Pick<Limits, FloorName | "diskWarnPercent">;
  readonly refusals: Refusals;
}): DiskFloors {
  const floorOf = (name: FloorName, { totalBytes }: MeasuredSpace): number =>
    Math.floor(Math.min(limits[name], totalBytes * partOfDisk[name]));
  const failureBelow = (name: FloorName, code: ErrorCode, what: string): Failure | null => {
    const latest = disk?.latest ?? null;
    if (latest === null) return null;
    const floorBytes = floorOf(name, latest);
    if (latest.freeBytes >= floorBytes) return null;
    const message = `The disk has ${latest.freeBytes} bytes left; ${what} below ${floorBytes} (${name}). Try again in ${retryAfterSeconds} seconds.`;
    return { code, message, retryAfterSeconds };
  };
  const counted = (name: FloorName, failure: Failure | null): Failure | null => {
    if (failure !== null) refusals.count(name);
    return failure;
  };
  const belowChats = (): Failure | null => failureBelow("chatsFreeBytesMin", "unavailable", "no new chat begins");
  const refuseWords = (): Failure | null =>
    counted("messagesFreeBytesMin", failureBelow("messagesFreeBytesMin", "unavailable", "only agents are served"));
  return {
    refuseFile: () =>
      counted("filesFreeBytesMin", failureBelow("filesFreeBytesMin", "insufficient_storage", "no file is accepted")),
    refuseChat: () => counted("chatsFreeBytesMin", belowChats()),
    refuseWords,
    refuseMessage(isBeginning) {
      const refusal = refuseWords();
      if (refusal !== null) return refusal;
      const failure = belowChats();
      if (failure === null) return null;
      return isBeginning().then((isMeant) => (isMeant ? counted("chatsFreeBytesMin", failure) : null));
    },
    show() {
      const latest = disk?.latest ?? null;
      if (latest === null) return [];
      return floorNames.map((name) => {
        const floorBytes = floorOf(name, latest);
        const warnBytes = Math.floor((floorBytes * limits.diskWarnPercent) / 100);
        return { name, freeBytes: latest.freeBytes, floorBytes, warnBytes };
      });
    },
  };
}
