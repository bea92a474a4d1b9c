import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** Line and column are counted from 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
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
export function timesIn(profile: CpuProfile, { fromUs, untilUs }: Between): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let atUs = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    atUs += us;
    if (atUs >= fromUs && atUs <= untilUs) times.set(node, (times.get(node) ?? 0) + us);
  }
  return times;
}
