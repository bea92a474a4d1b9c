import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { DiskFloor, DiskFloors, FloorName } from "./disk-floors.ts";

/** How near the disk is to a floor: below it that refuses. */
type Nearness = "far" | "near" | "below";

/** A floor that the disk comes near. */
export interface DiskWarning {
  /** Its key of `limits`. */
  readonly limit: FloorName;
  readonly freeBytes: number;
  readonly floorBytes: number;
  readonly isRefusing: boolean;
}

/** What a disk that fills up takes from people. */
export interface DiskShortage {
  /** Refused now, in the order in which it began. */
  readonly refused: readonly FloorName[];
  /** What is refused next, and with less than how much free; null when there is nothing left to refuse. */
  readonly next: { readonly limit: FloorName; readonly belowBytes: number } | null;
}

/** Tells operators that the disk gets full before something is refused. */
export interface DiskWarnings {
  /** Those that hold now. */
  list(): readonly DiskWarning[];
  /** What people are told; null while there is room. As the log it does not follow a disk that goes to and fro. */
  shortage(): DiskShortage | null;
  /** Called when what people are told has changed. */
  onChange(listener: () => void): void;
  /** Looks no more. */
  stop(): void;
}

export interface DiskWarningParts {
  readonly floors: Pick<DiskFloors, "show">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "info">;
}

/** As often as the disk is measured. */
const everyMs = 2_000;
const againMs = 60 * 60_000;
/** A disk that goes to and fro by less does not end what was told. */
const hysteresis = 1.1;

interface Told {
  nearness: Nearness;
  atMs: number;
}

const refused: Readonly<Record<FloorName, string>> = {
  filesFreeBytesMin: "files",
  chatsFreeBytesMin: "new chats and new visitors",
  messagesFreeBytesMin: "all that customers and visitors send",
};

/** One line of the log for each crossing, another each hour while it lasts, and one when there is room again. */
export function watchDisk({ floors, clock, log }: DiskWarningParts): DiskWarnings {
  const told = new Map<FloorName, Told>();
  const listeners: (() => void)[] = [];
  let lastShortage = "null";
  const nearnessOf = (name: FloorName): Nearness => told.get(name)?.nearness ?? "far";
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
      const isDue = nowMs - (told.get(floor.name)?.atMs ?? 0) >= againMs;
      if (nearness === before && (nearness === "far" || !isDue)) continue;
      told.set(floor.name, { nearness, atMs: nowMs });
      tell(log, floor, nearness);
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

function tell(log: DiskWarningParts["log"], { name, freeBytes, floorBytes }: DiskFloor, nearness: Nearness): void {
  const facts = { limit: name, freeBytes, floorBytes };
  if (nearness === "below") log.warn(facts, `the disk is nearly full: ${refused[name]} are refused`);
  else if (nearness === "near") log.warn(facts, `the disk gets full: ${refused[name]} will be refused`);
  else log.info(facts, "the disk has room again");
}
