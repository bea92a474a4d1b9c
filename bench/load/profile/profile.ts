import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlaceFinder } from "./profile-places.ts";

/** Source: Chrome DevTools Protocol, `Profiler.Profile`. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds of the monotonic clock. */
  readonly startTime: number;
  readonly timeDeltas: readonly number[];
}
interface ProfileNode {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: CallFrame;
}
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0, both. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A span of the monotonic clock. */
export interface Span {
  readonly fromUs: number;
  readonly untilUs: number;
}

/** A function as a reader finds it, and the package or folder it belongs to. */
export interface Place {
  readonly name: string;
  readonly part: string;
}

interface Frame extends Place {
  readonly isIdle: boolean;
  /** Places of this function and all its callers, each once. */
  readonly stack: ReadonlySet<string>;
}

const functionsShown = 25;
/** The last numbers are the thread and a count; threads of workers leave profiles of their own. Source: Node's `--cpu-prof-name`. */
const mainThreadFile = /\.0\.\d+\.cpuprofile$/;
const idleName = "(idle)";

export const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** What the main thread did in a span: by part, by the functions' own time, and by our functions' time with all they call. */
export function describeProfile(folder: string, span: Span): readonly string[] {
  const file = readdirSync(folder)
    .filter((name) => mainThreadFile.test(name))
    .sort()
    .at(-1);
  if (file === undefined) throw new Error("The profiled service left no profile behind");
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const frames = readFrames(profile.nodes);
  const [byPart, own, whole] = [new Shares(), new Shares(), new Shares()];
  let idleUs = 0;
  let busyUs = 0;
  for (const [node, us] of samplesIn(profile, span)) {
    const frame = frames.get(node);
    if (frame === undefined || frame.isIdle) {
      idleUs += us;
      continue;
    }
    busyUs += us;
    byPart.add(frame.part, us);
    own.add(frame.name, us);
    for (const place of frame.stack) whole.add(place, us);
  }
  return [
    `main thread under load: busy ${(busyUs / 1e6).toFixed(2)} s, idle ${(idleUs / 1e6).toFixed(2)} s`,
    "by part:",
    ...byPart.lines(busyUs),
    "by function, alone:",
    ...own.lines(busyUs),
    "by function of ours, with what it calls:",
    ...whole.lines(busyUs),
  ];
}

function* samplesIn(profile: CpuProfile, { fromUs, untilUs }: Span): Generator<readonly [node: number, us: number]> {
  let atUs = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    atUs += us;
    if (atUs >= fromUs && atUs <= untilUs) yield [node, us];
  }
}

function readFrames(nodes: readonly ProfileNode[]): ReadonlyMap<number, Frame> {
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const findPlace = createPlaceFinder();
  const frames = new Map<number, Frame>();
  // A node stands behind its parent in the list.
  for (const { id, callFrame } of nodes) {
    const caller = frames.get(parentOf.get(id) ?? -1);
    const place = findPlace(callFrame, caller);
    const isOurs = place.name.includes("  src/") || place.name.includes("  machines/");
    const stack = new Set(caller?.stack);
    if (isOurs) stack.add(place.name);
    frames.set(id, { ...place, isIdle: callFrame.functionName === idleName, stack });
  }
  return frames;
}

class Shares {
  readonly #us = new Map<string, number>();

  add(name: string, us: number): void {
    this.#us.set(name, (this.#us.get(name) ?? 0) + us);
  }

  lines(busyUs: number): readonly string[] {
    const sorted = [...this.#us].sort(([, left], [, right]) => right - left).slice(0, functionsShown);
    return sorted.map(([name, us]) => `${((us / busyUs) * 100).toFixed(1).padStart(5)} %  ${name}`);
  }
}
