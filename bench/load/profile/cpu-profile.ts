import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BudgetPart } from "./budget.ts";
import { partOf } from "./budget.ts";
import type { CallFrame, Place, PlaceFinder } from "./profile-places.ts";

/** Source: Chrome DevTools Protocol, `Profiler.Profile`. */
export interface CpuProfile {
  /** A node follows its parent. */
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds of the monotonic clock. */
  readonly startTime: number;
  readonly timeDeltas: readonly number[];
}
export interface ProfileNode {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: CallFrame;
}

/** A span between two moments of the monotonic clock. */
export interface Between {
  readonly fromUs: number;
  readonly untilUs: number;
}

/** The last two numbers are the thread and a count. Worker threads write their own profiles. Source: Node's `--cpu-prof-name`. */
const mainThreadFile = /\.0\.\d+\.cpuprofile$/;

/** Reads the main thread's profile of the process that ended last. */
export function readCpuProfile(folder: string): { readonly file: string; readonly profile: CpuProfile } {
  const name = readdirSync(folder)
    .filter((name) => mainThreadFile.test(name))
    .sort()
    .at(-1);
  if (name === undefined) throw new Error("The profiled service wrote no profile");
  const file = join(folder, name);
  return { file, profile: JSON.parse(readFileSync(file, "utf8")) };
}

/** Returns how long each node was on top of the stack in a span, in microseconds, by the node's id. */
function timesIn(profile: CpuProfile, { fromUs, untilUs }: Between): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let atUs = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    atUs += us;
    if (atUs >= fromUs && atUs <= untilUs) times.set(node, (times.get(node) ?? 0) + us);
  }
  return times;
}

/** A node of the profile while the main thread was busy. */
export interface BusyNode {
  readonly place: Place;
  readonly budgetPart: BudgetPart;
  readonly caller: BusyNode | undefined;
  /** Time without the functions that this one called. */
  readonly ownUs: number;
}

export interface BusyNodes {
  /** All nodes except the root and idle time; a node follows its caller. */
  readonly nodes: readonly BusyNode[];
  readonly idleUs: number;
}

const idleName = "(idle)";
const rootName = "(root)";
const socketsName = "(sockets)";

export function busyNodesOf(profile: CpuProfile, span: Between, findPlace: PlaceFinder): BusyNodes {
  const parentOf = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const times = timesIn(profile, span);
  const nodes = new Map<number, BusyNode>();
  let idleUs = 0;
  for (const { id, callFrame } of profile.nodes) {
    const ownUs = times.get(id) ?? 0;
    if (callFrame.functionName === idleName) idleUs += ownUs;
    if (callFrame.functionName === idleName || callFrame.functionName === rootName) continue;
    const caller = nodes.get(parentOf.get(id) ?? -1);
    const place = findPlace(callFrame, caller?.place);
    nodes.set(id, { place, budgetPart: partOf(place.path) ?? caller?.budgetPart ?? "rest", caller, ownUs });
  }
  return { nodes: [...nodes.values()], idleUs };
}

/**
 * Adds the work on sockets that runs between functions. Node tells V8 that it is idle from before it polls until all callbacks of
 * the poll have returned. So samples of native code there count as idle. The kernel counted more time than the samples; the
 * difference is that work.
 */
export function withSockets({ nodes, idleUs }: BusyNodes, kernelUs: number | undefined): BusyNodes {
  const sampledUs = nodes.reduce((sum, { ownUs }) => sum + ownUs, 0);
  const missedUs = Math.min(idleUs, Math.max(0, (kernelUs ?? 0) - sampledUs));
  if (missedUs === 0) return { nodes, idleUs };
  const place: Place = { name: socketsName, path: socketsName, part: socketsName };
  const sockets: BusyNode = { place, budgetPart: partOf(socketsName) ?? "rest", caller: undefined, ownUs: missedUs };
  return { nodes: [...nodes, sockets], idleUs: idleUs - missedUs };
}
