import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { DiskFloor, DiskFloors, FloorName } from "./disk-floors.ts";

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
export interface DiskShortage {
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

export interface DiskWarningParts {
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
