import type { Limits } from "../../config/limits.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { DiskSpace, MeasuredSpace } from "../../ports/disk-space.ts";
import type { Log } from "../../ports/log.ts";
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

interface DiskFloor {
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

/** The distance of the free space from a floor. At `below`, the floor refuses. */
type Nearness = "far" | "near" | "below";

/** A floor that the free space is close to. */
export interface DiskWarning {
  /** Its key of `limits`. */
  readonly limit: FloorName;
  readonly freeBytes: number;
  readonly floorBytes: number;
  readonly isRefusing: boolean;
}

/** The effects of a filling disk for users. */
interface DiskShortage {
  /** The active floors, in the order in which they started to refuse. */
  readonly refused: readonly FloorName[];
  /** The next floor and its free space; null when all floors refuse. */
  readonly next: { readonly limit: FloorName; readonly belowBytes: number } | null;
}

/** Warns operators of a filling disk before anything is refused. */
export interface DiskWarnings {
  /** The current warnings. */
  list(): readonly DiskWarning[];
  /** The shortage that users see; null while there is room. Small changes of the free space do not change it. */
  shortage(): DiskShortage | null;
  /** Called when the shortage that users see has changed. */
  onChange(listener: () => void): void;
  /** Stops watching. */
  stop(): void;
}

interface DiskWarningParts {
  readonly floors: DiskFloors;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "info">;
}

/** As often as the disk is measured. */
const everyMs = 2_000;
const againMs = 60 * 60_000;
/** Smaller changes of the free space do not end a warning. */
const hysteresis = 1.1;

interface Logged {
  nearness: Nearness;
  atMs: number;
}

const refused: Readonly<Record<FloorName, string>> = {
  filesFreeBytesMin: "files",
  chatsFreeBytesMin: "new chats and new visitors",
  messagesFreeBytesMin: "requests of customers and visitors",
};

/** Writes a log entry at each crossing, one more every hour while it lasts, and one when there is room again. */
export function watchDisk({ floors, clock, log }: DiskWarningParts): DiskWarnings {
  const logged = new Map<FloorName, Logged>();
  const listeners: (() => void)[] = [];
  let lastShortage = "null";
  const nearnessOf = (name: FloorName): Nearness => logged.get(name)?.nearness ?? "far";
  const shortage = (): DiskShortage | null => {
    const all = floors.show();
    if (all.every(({ name }) => nearnessOf(name) === "far")) return null;
    const [next] = all
      .filter(({ name, floorBytes }) => floorBytes > 0 && nearnessOf(name) !== "below")
      .sort((left, right) => right.floorBytes - left.floorBytes);
    return {
      refused: all.filter(({ name }) => nearnessOf(name) === "below").map(({ name }) => name),
      next: next === undefined ? null : { limit: next.name, belowBytes: next.floorBytes },
    };
  };
  const look = (): void => {
    const nowMs = clock.nowMs();
    for (const floor of floors.show()) {
      const before = nearnessOf(floor.name);
      const nearness = nearnessNow(floor, before);
      const isDue = nowMs - (logged.get(floor.name)?.atMs ?? 0) >= againMs;
      if (nearness === before && (nearness === "far" || !isDue)) continue;
      logged.set(floor.name, { nearness, atMs: nowMs });
      write(log, floor, nearness);
    }
    const shown = JSON.stringify(shortage());
    if (shown === lastShortage) return;
    lastShortage = shown;
    for (const listener of listeners) listener();
  };
  let wake: Wake | null = null;
  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + everyMs, () => {
      look();
      arm();
    });
  };
  look();
  arm();
  return {
    list: () =>
      floors
        .show()
        .filter(({ name }) => nearnessOf(name) !== "far")
        .map(({ name: limit, freeBytes, floorBytes }) => {
          return { limit, freeBytes, floorBytes, isRefusing: freeBytes < floorBytes };
        }),
    shortage,
    onChange: (listener) => void listeners.push(listener),
    stop: () => wake?.cancel(),
  };
}

function nearnessNow({ freeBytes, floorBytes, warnBytes }: DiskFloor, before: Nearness): Nearness {
  if (freeBytes < floorBytes || (before === "below" && freeBytes < floorBytes * hysteresis)) return "below";
  if (freeBytes < warnBytes || (before !== "far" && freeBytes < warnBytes * hysteresis)) return "near";
  return "far";
}

function write(log: DiskWarningParts["log"], { name, freeBytes, floorBytes }: DiskFloor, nearness: Nearness): void {
  const facts = { limit: name, freeBytes, floorBytes };
  if (nearness === "below") log.warn(facts, `the disk is nearly full: ${refused[name]} are refused`);
  else if (nearness === "near") log.warn(facts, `the disk gets full: ${refused[name]} will be refused`);
  else log.info(facts, "the disk has room again");
}
