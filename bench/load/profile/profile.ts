import { readFileSync } from "node:fs";
import type { GroupTimes, ThreadSample } from "../service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../service/threads.ts";
import type { Budget } from "./budget.ts";
import { budgetOf } from "./budget.ts";
import type { Between, BusyNode } from "./cpu-profile.ts";
import { busyNodesOf, readCpuProfile, withSockets } from "./cpu-profile.ts";
import { createPlaceFinder } from "./profile-places.ts";

/** A span of the monotonic clock. */
export interface Span extends Between {
  /** Processor time of the process's threads in this span. */
  readonly threads?: GroupTimes;
}

/** A contestant's round under the profiler. */
export interface Profiled {
  readonly name: string;
  /** The work of the main thread: by part, by the functions' own time, and by the time of our functions with all their calls. */
  readonly lines: readonly string[];
  readonly budget: Budget;
  /** The profile itself, which DevTools draws as a flame graph. */
  readonly file: string;
}

interface ProfiledRound {
  readonly name: string;
  /** Where the process wrote its profile. */
  readonly folder: string;
  readonly span: Span;
  /** How many requests ended in the span. */
  readonly requests: number;
}

const functionsShown = 25;

export const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** Returns what the main thread did in a span. */
export function readProfile({ name, folder, span, requests }: ProfiledRound): Profiled {
  const { file, profile } = readCpuProfile(folder);
  const sampled = busyNodesOf(profile, span, createPlaceFinder());
  const { nodes, idleUs } = withSockets(sampled, span.threads?.main);
  const busyUs = nodes.reduce((sum, { ownUs }) => sum + ownUs, 0);
  return {
    name,
    lines: describeNodes(nodes, busyUs, idleUs),
    budget: budgetOf(nodes, requests, span.threads),
    file,
  };
}

function describeNodes(nodes: readonly BusyNode[], busyUs: number, idleUs: number): readonly string[] {
  const [byPart, own, whole] = [new Shares(), new Shares(), new Shares()];
  for (const node of nodes) {
    if (node.ownUs === 0) continue;
    byPart.add(node.place.part, node.ownUs);
    own.add(node.place.name, node.ownUs);
    for (const name of ownFunctionsIn(node)) whole.add(name, node.ownUs);
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

/** Returns the own functions of this node and all its callers, each once. */
function ownFunctionsIn(node: BusyNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (let each: BusyNode | undefined = node; each !== undefined; each = each.caller) {
    if (/ {2}(src|machines)\//.test(each.place.name)) names.add(each.place.name);
  }
  return names;
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

/** The thread of V8's profiler; only a profiled process has it. */
const profilerThread = "v8:ProfEvntProc";

/** Begins a span of a process's work. The returned function ends the span. */
export function beginSpan(pid: number): (untilUs?: number) => Span {
  const before = ownThreads(pid);
  const fromUs = monotonicUs();
  return (untilUs = monotonicUs()) => ({
    fromUs,
    untilUs,
    threads: timesBetween(before, ownThreads(pid), poolSizeOf(pid)),
  });
}

const ownThreads = (pid: number): readonly ThreadSample[] =>
  readThreads(pid).filter(({ name }) => name !== profilerThread);

const poolSizeOf = (pid: number): number => v8PoolSizeOf(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0"));
