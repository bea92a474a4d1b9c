import type { BudgetPart } from "./budget-parts.ts";
import { partOf } from "./budget-parts.ts";
import type { Between, CpuProfile } from "./cpu-profile.ts";
import { timesIn } from "./cpu-profile.ts";
import type { Place, PlaceFinder } from "./profile-places.ts";

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
