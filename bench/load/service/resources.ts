import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The resources that a process has used up to now. */
export interface Resources {
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  readonly rssMib: number;
  /** The part of its memory without a file: the kernel can drop pages of the store and of the program. */
  readonly ownMib: number;
  /** CPU time of a separate database server. */
  readonly engineCpuSeconds?: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Source: proc(5), `stat` and `status`. */
export function resourcesOf(pid: number): Resources {
  const { ownTicks } = statOf(pid);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mibOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
  return {
    cpuSeconds: ownTicks / ticksPerSecond,
    rssMib: mibOf("VmRSS"),
    ownMib: mibOf("RssAnon"),
  };
}

/**
 * Returns the CPU time of a server and all its children, ended ones included. Each child of PostgreSQL leads its own process
 * group, so a child is found by its parent.
 */
export function cpuSecondsWithChildren(pid: number): number {
  const { ownTicks, endedChildrenTicks } = statOf(pid);
  let ticks = ownTicks + endedChildrenTicks;
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) ticks += ticksOfChild(Number(name), pid);
  }
  return ticks / ticksPerSecond;
}

/** Returns 0 if the process has ended or has another parent. */
function ticksOfChild(pid: number, parent: number): number {
  try {
    const stat = statOf(pid);
    return stat.parent === parent ? stat.ownTicks : 0;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH");

interface Stat {
  readonly parent: number;
  readonly ownTicks: number;
  readonly endedChildrenTicks: number;
}

function statOf(pid: number): Stat {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses and may contain spaces. The parent is the 4th field, the times are the
  // 14th to 17th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const numberAt = (at: number): number => Number(fields[at] ?? Number.NaN);
  return {
    parent: numberAt(1),
    ownTicks: numberAt(11) + numberAt(12),
    endedChildrenTicks: numberAt(13) + numberAt(14),
  };
}
